# tokviz in a container:
#   docker build -t tokviz .
#   docker run --read-only --tmpfs /tmp --memory 2g --pids-limit 1024 --cap-drop ALL \
#     --security-opt no-new-privileges -p 8501:8501 tokviz
# docs/deploy.md has the rest: proxies, several servers, limits, what it needs; CONTRIBUTING.md how to renew the digest.

FROM python:3.11.16-slim-trixie@sha256:be1575ed968de893bd54f4c56315ff7c4736ce522c1bca08fd521731aafc0d76

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --create-home --uid 10001 tokviz
WORKDIR /app

# In place of its source, a package may be empty while what it needs is installed: a layer that outlives changes.
# A file whose hash is not in the lock ends the build, and nothing is built from source: that would install more.
COPY pyproject.toml requirements.lock README.md LICENSE ./
RUN mkdir tokviz && touch tokviz/__init__.py app.py \
    && pip install --only-binary :all: --require-hashes -r requirements.lock \
    && pip install --no-index --no-deps --no-build-isolation -e .

COPY .streamlit .streamlit
COPY app.py ./
COPY assets assets
COPY pages pages
COPY tokviz tokviz

# The app writes nothing; all that is here belongs to root and is read by an ordinary user.
USER tokviz
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]

# As `streamlit run app.py`, but with sockets that send small messages at once: a step is there up to 30 ms sooner.
CMD ["uvicorn", "app:app", "--host", "0.0.0.0", "--port", "8501", "--ws-max-size", "26214400"]
