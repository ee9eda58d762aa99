# The server for a PostgreSQL and an object store of your own; see compose.yaml and docs/handbook/running-in-production.md.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --omit=dev --no-audit --no-fund

# `docker build --target tools`: a checkout with the development packages, for `accord check` and `accord bench`.
FROM node:24-bookworm-slim AS tools
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --no-audit --no-fund
COPY . .
ENTRYPOINT ["node_modules/node/bin/node", "src/cli.ts"]
CMD ["check"]

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY generated generated
COPY packages packages
COPY src src
COPY README.md CONTRIBUTING.md CHANGELOG.md ./
COPY docs docs
RUN install -d -o node -g node /data
USER node
# What the insurance API's health names as the deployed build: `docker build --build-arg ACCORD_BUILD="$(git rev-parse --short HEAD)"`.
ARG ACCORD_BUILD
ENV ACCORD_BUILD=$ACCORD_BUILD
ENV NODE_ENV=production ACCORD_HOST=0.0.0.0 ACCORD_DATA_DIR=/data
# Memory that a burst would leave behind: see scripts/run.mjs.
ENV MALLOC_MMAP_THRESHOLD_=1048576
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.ACCORD_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node_modules/node/bin/node", "--max-semi-space-size=32", "src/cli.ts"]
CMD ["serve"]
