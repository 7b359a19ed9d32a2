"""How one process tells another of an entry: NOTIFY, Redis or NATS, with the shape of our traffic.

    python bench/server/fanout.py [--seconds 10] [--json]

A writer stores groups of entries in PostgreSQL, as the server's writer does, and says so; a
listener in another process hears it. `notify` says it in the same transaction, `redis` and `nats`
after the commit, `none` not at all: what storing alone costs. Latency is from the beginning of the
transaction to the listener; CPU is that of each process per group.
The disk is left out (`fsync=off`): it is the same for all. Needs redis-server and nats-server on
the PATH (Debian has both) and the packages redis and nats-py.
"""

import argparse
import asyncio
import atexit
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).parent))
from postgres import Postgres, cpu_seconds, free_port, postgres

RATE = 200
"""Groups a second."""
GROUP = 5
"""Entries in a group: about 1,000 moves a second."""
CHANNEL = "taupes"


def words(number: int) -> str:
    """What is said of a group: tables and numbers, as the server does."""
    return "origin00 " + " ".join(f"table-of-22-letters-{i:02}:{number}" for i in range(GROUP))


def write(address: str, engine: str, port: int, seconds: float) -> dict[str, Any]:
    """Store groups at a steady rate and say so; when each began."""
    say = speaker(engine, port)
    began: list[int] = []
    with psycopg.connect(address, autocommit=True) as connection:
        start = time.perf_counter()
        number = 0
        while number < seconds * RATE:
            wait = start + number / RATE - time.perf_counter()
            if wait > 0:
                time.sleep(wait)
            number += 1
            began.append(time.monotonic_ns())
            with connection.transaction():
                connection.execute(
                    "INSERT INTO entries SELECT * FROM unnest(%s::text[], %s::int[], %s::bytea[])",
                    (
                        [f"table-of-22-letters-{i:02}" for i in range(GROUP)],
                        [number] * GROUP,
                        [b"x" * 220] * GROUP,
                    ),
                )
                if engine == "notify":
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, words(number)))
            say(words(number))
    return {"began": began, "cpu": own_cpu()}


def speaker(engine: str, port: int) -> Callable[[str], None]:
    """How the writer says something outside the database."""
    if engine == "redis":
        client = import_module("redis").Redis(port=port)

        def publish_redis(text: str) -> None:
            client.publish(CHANNEL, text)

        return publish_redis
    if engine == "nats":
        loop = asyncio.new_event_loop()
        connection = loop.run_until_complete(
            import_module("nats").connect(f"nats://127.0.0.1:{port}")
        )

        async def publish(text: str) -> None:
            await connection.publish(CHANNEL, text.encode())
            await connection.flush()

        atexit.register(lambda: loop.run_until_complete(connection.close()))
        return lambda text: loop.run_until_complete(publish(text))
    return lambda _: None


def listen(address: str, engine: str, port: int, count: int) -> dict[str, Any]:
    """Hear so many groups; when each came."""
    came: list[int] = []
    if engine == "notify":
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            print("ready", flush=True)
            for _ in connection.notifies():
                came.append(time.monotonic_ns())
                if len(came) == count:
                    break
    elif engine == "redis":
        channel = import_module("redis").Redis(port=port).pubsub(ignore_subscribe_messages=True)
        channel.subscribe(CHANNEL)
        channel.get_message(timeout=5)
        print("ready", flush=True)
        while len(came) < count:
            if channel.get_message(timeout=5):
                came.append(time.monotonic_ns())
    elif engine == "nats":
        asyncio.run(_listen_nats(port, count, came))
    return {"came": came, "cpu": own_cpu()}


async def _listen_nats(port: int, count: int, came: list[int]) -> None:
    connection = await import_module("nats").connect(f"nats://127.0.0.1:{port}")
    channel = await connection.subscribe(CHANNEL)
    await connection.flush()
    print("ready", flush=True)
    while len(came) < count:
        await channel.next_msg(timeout=60)
        came.append(time.monotonic_ns())
    await connection.close()


def own_cpu() -> float:
    """CPU-seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextmanager
def engine_process(engine: str) -> Iterator[tuple[int, int | None]]:
    """The engine beside PostgreSQL, if it is one: its port and process."""
    port = free_port()
    commands = {
        "redis": ["redis-server", "--port", str(port), "--save", ""],
        "nats": ["nats-server", "-a", "127.0.0.1", "-p", str(port)],
    }
    if engine not in commands:
        yield port, None
        return
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(commands[engine], **quiet)  # noqa: S603 - our own commands
    time.sleep(1)
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def measure(database: Postgres, engine: str, seconds: float) -> dict[str, Any]:
    """One engine."""
    with psycopg.connect(database.address, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS entries")
        connection.execute(
            "CREATE TABLE entries (table_id TEXT, number INTEGER, body BYTEA,"
            " PRIMARY KEY (table_id, number))"
        )
    with engine_process(engine) as (port, pid):
        own = [sys.executable, __file__, "--port", str(port), "--database", database.address]
        own += ["--engine", engine, "--seconds", str(seconds)]
        pipe = subprocess.PIPE
        listener = None
        if engine != "none":
            listener = subprocess.Popen([*own, "--part", "listen"], stdout=pipe)  # noqa: S603
            assert listener.stdout is not None
            listener.stdout.readline()
        before = cpu_seconds(database.pid, children=True) + (cpu_seconds(pid) if pid else 0)
        done = subprocess.run([*own, "--part", "write"], stdout=pipe, check=True)  # noqa: S603
        wrote = json.loads(done.stdout)
        heard: dict[str, Any] = {"came": [], "cpu": 0.0}
        if listener is not None:
            heard = json.loads(listener.communicate()[0])
        engines = cpu_seconds(database.pid, children=True) + (cpu_seconds(pid) if pid else 0)
    groups = len(wrote["began"])
    late = sorted(
        (came - began) / 1e6 for began, came in zip(wrote["began"], heard["came"], strict=False)
    )
    cpu = {"writer": wrote["cpu"], "listener": heard["cpu"], "engines": engines - before}
    result: dict[str, Any] = {name: round(1e6 * used / groups) for name, used in cpu.items()}
    if late:
        result["p50_ms"] = round(late[len(late) // 2], 2)
        result["p99_ms"] = round(late[len(late) * 99 // 100], 2)
    return result


def main() -> None:
    """Measure all engines, or be one of the processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", choices=["write", "listen"], help=argparse.SUPPRESS)
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--database", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part == "write":
        found = write(options.database, options.engine, options.port, options.seconds)
        print(json.dumps(found))
    elif options.part == "listen":
        count = int(options.seconds * RATE)
        print(json.dumps(listen(options.database, options.engine, options.port, count)))
    else:
        with postgres("fsync=off") as database:
            result = {
                engine: measure(database, engine, options.seconds)
                for engine in ("none", "notify", "redis", "nats")
            }
        print_result(result, as_json=options.json)


def print_result(result: dict[str, dict[str, Any]], *, as_json: bool) -> None:
    """The figures as JSON, or as Markdown for people."""
    if as_json:
        print(json.dumps(result))
        return
    print("| engine | p50 ms | p99 ms | µs CPU per group: writer | listener | engines |")
    print("| --- | --- | --- | --- | --- | --- |")
    for engine, found in result.items():
        late = f"{found.get('p50_ms', '')} | {found.get('p99_ms', '')}"
        cpu = f"{found['writer']} | {found['listener']} | {found['engines']}"
        print(f"| {engine} | {late} | {cpu} |")


if __name__ == "__main__":
    main()
