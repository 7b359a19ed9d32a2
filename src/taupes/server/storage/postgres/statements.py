"""What servers say to PostgreSQL alone: how entries are stored, and who waits for whom."""

from typing import Final

from taupes.server.storage.postgres.notices import BODY

APPLICATION: Final = "taupes"
"""What servers call themselves to the database."""

# A whole group is one parameter: arrays of its columns cost the client five times as much. Bodies
# go in Base64, so that none can spoil it for all. Which notice each goes out in is said beforehand.
STORE: Final = f"""
    WITH given AS MATERIALIZED (
        SELECT e->>0 AS table_id, (e->>1)::int AS number, (e->>2)::bigint AS at,
            decode(e->>3, 'base64') AS body, (e->>4)::int AS notice
        FROM json_array_elements(%s::json) AS e
    ), stored AS (
        INSERT INTO entries (table_id, number, at, body)
        SELECT table_id, number, at, body FROM given
        ON CONFLICT DO NOTHING RETURNING table_id, number
    ), told AS (
        SELECT notice, pg_notify(%s, %s || string_agg(
            E'\\n' || table_id || ':' || number || ':'
            || CASE WHEN length(body) <= {BODY} THEN convert_from(body, 'UTF8') ELSE '' END, ''))
        FROM given JOIN stored USING (table_id, number) GROUP BY notice
    )
    SELECT table_id, number
    FROM given JOIN stored USING (table_id, number) JOIN told USING (notice)
"""  # noqa: S608 - our own number

MIGRATION_LOCK: Final = 7_410_116
"""Several processes may start at once: one migrates, the others wait."""

PEOPLE_LOCK: Final = 7_410_117
"""Who is being deleted comes after all that is stored for them now, and before all that follows."""

SHARE_LOCK: Final = 7_410_118
"""With a mark of a person: whoever counts what they have comes after whoever adds to it."""
