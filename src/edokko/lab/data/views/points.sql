-- Where points come from: the mean of each line of the score sheet, by place.
-- needs: games, seats
SELECT
    edition, players, overlay, place,
    count(*) AS seats,
    avg(s.score) AS score,
    avg(points_track) AS track,
    avg(points_types) AS types,
    avg(points_fish) AS fish,
    avg(points_pouches) AS pouches,
    avg(points_buildings) AS buildings,
    avg(points_koban) AS koban,
    avg(points_wood) AS wood,
    avg(points_mon) AS mon
FROM seats AS s
JOIN games AS g USING (edition, players, game)
GROUP BY ALL
ORDER BY ALL
