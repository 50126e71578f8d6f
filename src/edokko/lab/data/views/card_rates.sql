-- One row a character, building and good: how often it was on show and taken, when, and how those who took it did.
-- needs: games, seats, cards
SELECT
    c.edition, c.players, overlay, kind, id,
    count(*) AS games,
    avg((fate = 'taken')::INT) AS taken_share,
    avg(gone) FILTER (fate = 'taken') AS month,
    avg(gone - greatest(c.shown, 1)) FILTER (fate = 'taken') AS age,
    avg(win::INT) AS win_share_when_taken,
    avg(s.margin) AS margin_when_taken
FROM cards AS c
JOIN games AS g USING (edition, players, game)
LEFT JOIN seats AS s USING (edition, players, game, seat)
GROUP BY ALL
ORDER BY ALL
