-- The race: the standing at the end of each month by the place in which the seat finished, and how often it led.
-- needs: games, seats, months
SELECT
    edition, players, overlay, month, s.place AS final_place,
    count(*) AS seats,
    avg(m.score) AS score,
    avg(m.iki) AS iki,
    avg(m.mon) AS mon,
    avg((m.place = 1)::INT) AS led
FROM months AS m
JOIN seats AS s USING (edition, players, game, seat)
JOIN games AS g USING (edition, players, game)
GROUP BY ALL
ORDER BY ALL
