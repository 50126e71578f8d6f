-- How each player did: games, share of wins, mean place, score and margin.
-- needs: games, seats
SELECT
    edition, players, overlay, entry,
    count(*) AS seats,
    avg(win::INT) AS win_share,
    avg(place) AS place,
    avg(s.score) AS score,
    avg(s.margin) AS margin
FROM seats AS s
JOIN games AS g USING (edition, players, game)
GROUP BY ALL
ORDER BY edition, players, overlay, win_share DESC
