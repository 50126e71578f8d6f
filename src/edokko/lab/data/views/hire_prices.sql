-- How often seats took what they could pay, by card and price; the price at which the share is a half is a fair one.
-- needs: games, offers
SELECT
    edition, players, overlay, kind, id, price,
    count(*) AS offers,
    count(*) FILTER (o.affordable) AS affordable,
    count(*) FILTER (o.taken) AS taken,
    count(*) FILTER (o.taken) / nullif(count(*) FILTER (o.affordable), 0) AS taken_share
FROM offers AS o
JOIN games USING (edition, players, game)
GROUP BY ALL
ORDER BY ALL
