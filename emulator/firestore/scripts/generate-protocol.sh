#!/bin/sh
# Writes src/gen from the protocol files that the installed @google-cloud/firestore package carries. Does nothing when
# src/gen is newer than that package; swaps the folder in whole, because others may be importing it.
set -eu
cd "$(dirname "$0")/.."
package=$(node -p "require.resolve('@google-cloud/firestore/package.json')")
protos="$(dirname "$package")/build/protos"
if [ src/gen/google/firestore/v1/firestore_pb.js -nt "$package" ] && [ src/gen -nt scripts/generate-protocol.sh ]; then exit 0; fi
fresh="src/gen.$$.tmp"
template="${TMPDIR:-/tmp}/savepoint-buf.$$.gen.yaml"
trap 'rm -rf "$fresh" "$template"' EXIT
cat > "$template" <<EOF
version: v2
plugins:
  - local: protoc-gen-es
    out: $fresh
    opt: [target=js+dts, import_extension=js]
    include_imports: true
EOF
buf generate "$protos" --template "$template" --path "$protos/google/firestore/v1"
if [ -d src/gen ]; then mv src/gen "$fresh.old"; fi
mv "$fresh" src/gen
touch src/gen
rm -rf "$fresh.old"
