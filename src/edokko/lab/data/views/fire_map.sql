-- Fires on the board: how often each room was reached, and what happened there.
-- needs: games, fires
SELECT
    edition, players, overlay, month, room,
    count(*) AS reached,
    count(*) FILTER (outcome = 'burnt') AS burnt,
    count(*) FILTER (outcome = 'put_out') AS put_out,
    count(*) FILTER (outcome = 'guarded') AS guarded,
    avg(f.strength) AS strength
FROM fires AS f
JOIN games USING (edition, players, game)
GROUP BY ALL
ORDER BY ALL
