"""The page at its fullest: steps of recorded games in which some part of the table holds as much as it ever does.

``python -m tests.web.fullest pick`` goes through recorded games and writes the list of steps, ``steps.tsv``.
``python -m tests.web.fullest run`` shows every step in every size and language and prints what is cut, covered or
outside its box. A sample of about a minute is part of the test suite (``tests/web/test_fullest.py``).

- ``games.py`` replays records and makes the views that the server would send.
- ``features.py`` says how full a step is, feature by feature.
- ``picking.py`` chooses the steps and keeps the list.
- ``showing.py`` shows stored views in a browser, without a game on a server.
- ``checks.js`` looks for what is wrong on the page that is shown.
- ``allowed.py`` lists what may be cut, with the reasons.
"""
