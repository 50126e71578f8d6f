-- What a seat gains and pays in a month: the mean amount of each resource by reason.
-- needs: games, flows
SELECT
    f.edition, f.players, g.overlay, f.month, f.resource, f.reason,
    sum(f.amount) / any_value(n.seats) AS amount,
    sum(f.amount) FILTER (f.amount > 0) / any_value(n.seats) AS gained,
    sum(f.amount) FILTER (f.amount < 0) / any_value(n.seats) AS paid
FROM flows AS f
JOIN games AS g USING (edition, players, game)
JOIN (SELECT edition, players, overlay, sum(players) AS seats FROM games GROUP BY edition, players, overlay) AS n
    ON (n.edition, n.players, n.overlay) = (f.edition, f.players, g.overlay)
GROUP BY ALL
ORDER BY ALL
