"""The subjects of a report, a module each: a question, a method, and a function that makes the section."""
