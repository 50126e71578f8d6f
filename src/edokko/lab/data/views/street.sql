-- Traffic on the street: how often a turn ended on each square, and the deals made there.
-- needs: games, turns
SELECT
    edition, players, overlay, month, square,
    count(*) AS turns,
    sum(t.deals)::BIGINT AS deals,
    avg(t.squares) AS squares,
    avg(t.sandals) AS sandals
FROM turns AS t
JOIN games USING (edition, players, game)
GROUP BY ALL
ORDER BY ALL
