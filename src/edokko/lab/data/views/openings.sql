-- Openings: the start character and its room, and the first slot, with the wins, and those that the same players expect.
-- needs: games, seats, hires, turns
SELECT
    edition, players, overlay, card, room, slot,
    count(*) AS seats,
    avg(win::INT) AS win_share,
    avg(e.win_share) AS expected_win_share,
    avg(s.margin) AS margin
FROM (SELECT edition, players, game, seat, card, room FROM hires WHERE month = 0) AS h
JOIN (SELECT edition, players, game, seat, slot FROM turns WHERE month = 1) AS t USING (edition, players, game, seat)
JOIN seats AS s USING (edition, players, game, seat)
JOIN games AS g USING (edition, players, game)
JOIN (
    SELECT edition, players, overlay, entry, avg(win::INT) AS win_share
    FROM seats JOIN games USING (edition, players, game)
    GROUP BY ALL
) AS e USING (edition, players, overlay, entry)
GROUP BY ALL
ORDER BY ALL
