-- What each seat is worth: share of wins, score and margin, with standard errors over blocks.
-- needs: games, seats
WITH blocks AS (
    SELECT
        edition, players, overlay, seat, block,
        count(*) AS games, sum(win::INT) AS wins, sum(s.score) AS score, sum(s.margin) AS margin
    FROM seats AS s
    JOIN games AS g USING (edition, players, game)
    GROUP BY ALL
), means AS (
    SELECT
        edition, players, overlay, seat,
        sum(games) AS all_games, sum(wins) / sum(games) AS win_mean, sum(margin) / sum(games) AS margin_mean
    FROM blocks
    GROUP BY ALL
)
SELECT
    edition, players, overlay, seat,
    sum(games)::BIGINT AS games,
    sum(wins) / sum(games) AS win_share,
    sqrt(count(*) / nullif(count(*) - 1, 0) * sum((wins - win_mean * games) ** 2)) / sum(games) AS win_error,
    sum(score) / sum(games) AS score,
    sum(margin) / sum(games) AS margin,
    sqrt(count(*) / nullif(count(*) - 1, 0) * sum((margin - margin_mean * games) ** 2)) / sum(games) AS margin_error
FROM blocks
JOIN means USING (edition, players, overlay, seat)
GROUP BY ALL
ORDER BY ALL
