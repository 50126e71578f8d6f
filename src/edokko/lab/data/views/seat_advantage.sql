-- What each seat is worth: share of wins, score and margin, with standard errors over games.
-- needs: games, seats
SELECT
    edition, players, overlay, seat,
    count(*) AS games,
    avg(win::INT) AS win_share,
    sqrt(avg(win::INT) * (1 - avg(win::INT)) / count(*)) AS win_error,
    avg(s.score) AS score,
    avg(s.margin) AS margin,
    stddev_samp(s.margin) / sqrt(count(*)) AS margin_error
FROM seats AS s
JOIN games AS g USING (edition, players, game)
GROUP BY ALL
ORDER BY ALL
