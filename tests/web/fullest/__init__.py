"""Layout checks of the page at its fullest: steps of recorded games in which a part of the table has maximum content.

``python -m tests.web.fullest pick`` goes through recorded games and writes the list of steps, ``steps.tsv``.
``python -m tests.web.fullest run`` shows every step in every size and language and prints clipped, covered or
overflowing elements. ``python -m tests.web.fullest pages`` does it for the views around the table: review, talk,
events, series, lessons, analysis. A sample of about a minute is part of the test suite (``tests/web/test_fullest.py``).

- ``games.py`` replays records and builds the views that the server would send.
- ``features.py`` measures how full a step is, feature by feature.
- ``picking.py`` chooses the steps and stores the list.
- ``showing.py`` shows stored views in a browser, without a game on a server.
- ``pages.py`` prepares and visits the views around the table, on a server.
- ``checks.js`` reports layout faults of the current page.
- ``allowed.py`` lists the exceptions, with reasons.
"""
