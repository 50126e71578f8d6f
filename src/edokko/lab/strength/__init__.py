"""The strength page: matches between players, their results, and the page that shows them."""
