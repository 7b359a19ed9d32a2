# The server as an image: docker build --tag taupes .
# What is downloaded on the way is held to the hashes in requirements/ and web/package-lock.json.

FROM python:3.13.9-slim-trixie AS build
WORKDIR /src
COPY requirements/play.txt requirements/engine.txt requirements/serve.txt requirements/
# What builds the page and the wheel stays behind in this stage; the other folder is what is shipped.
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes --requirement requirements/play.txt \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes --requirement requirements/engine.txt
RUN python -m venv /opt/taupes \
    && /opt/taupes/bin/pip install --no-cache-dir --require-hashes --requirement requirements/serve.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY web web
COPY src src
# What builds the engine is made of the package, which is installed only in the other folder.
ENV PYTHONPATH=/src/src
# What devices need to keep the games of people who play alone goes into the wheel too, and so do
# libraries: a server that has one compiles nothing.
RUN /opt/build/bin/python web/device.py
RUN /opt/build/bin/python web/engine/build.py --shipped
RUN /opt/build/bin/python -m hatchling build --target wheel --directory /tmp/wheel \
    && /opt/taupes/bin/pip install --no-cache-dir --no-deps --no-index /tmp/wheel/*.whl

FROM python:3.13.9-slim-trixie
RUN useradd --system --uid 10001 --home-dir /var/lib/taupes --shell /usr/sbin/nologin taupes \
    && install --directory --mode 0700 --owner taupes --group taupes /var/lib/taupes /var/cache/taupes
COPY --from=build /opt/taupes /opt/taupes
ENV PATH=/opt/taupes/bin:$PATH \
    TAUPES_CACHE=/var/cache/taupes \
    TAUPES_DATABASE=sqlite:////var/lib/taupes/taupes.sqlite
USER 10001
# Tournaments and simulations take Numba: their bots are compiled here, once. A processor that knows
# other instructions than this one's compiles once more, into the same folder.
RUN taupes simulate --games 1 --bot master,burrower --simulations 50 \
    && taupes simulate --games 1 --players 4 --bot master --simulations 50 \
    && taupes simulate --games 1 --players 3 --bot greedy
VOLUME ["/var/lib/taupes", "/var/cache/taupes"]
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/api/health', timeout=4)"]
ENTRYPOINT ["taupes"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
