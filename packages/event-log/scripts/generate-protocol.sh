#!/bin/sh
# Writes src/gen from proto/otlp.proto. Does nothing when src/gen came from these files
# and this script; swaps the folder in whole, because others may be importing it.
set -eu
cd "$(dirname "$0")/.."
stamp="$(cat scripts/generate-protocol.sh $(find proto -name '*.proto' | LC_ALL=C sort) | cksum)"
if [ -f src/gen/stamp ] && [ "$(cat src/gen/stamp)" = "$stamp" ]; then exit 0; fi
work=$(mktemp -d)
fresh="src/gen.$$.tmp"
trap 'rm -rf "$work" "$fresh" "$fresh.old"' EXIT
cat > "$work/buf.gen.yaml" <<YAML
version: v2
plugins:
  - local: protoc-gen-es
    out: $fresh
    opt: [target=js+dts, import_extension=js]
YAML
buf generate proto --template "$work/buf.gen.yaml"
echo "$stamp" > "$fresh/stamp"
if [ -d src/gen ]; then mv src/gen "$fresh.old"; fi
mv "$fresh" src/gen
