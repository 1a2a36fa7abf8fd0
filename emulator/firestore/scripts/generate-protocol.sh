#!/bin/sh
# Writes src/gen from the protocol files that the installed @google-cloud/firestore package carries.
set -eu
cd "$(dirname "$0")/.."
protos=$(node -p "require('node:path').join(require('node:path').dirname(require.resolve('@google-cloud/firestore/package.json')), 'build/protos')")
cat > buf.gen.yaml.tmp <<EOF
version: v2
plugins:
  - local: protoc-gen-es
    out: src/gen
    opt: [target=js+dts, import_extension=js]
    include_imports: true
EOF
mv buf.gen.yaml.tmp "${TMPDIR:-/tmp}/savepoint-buf.gen.yaml"
rm -rf src/gen
buf generate "$protos" --template "${TMPDIR:-/tmp}/savepoint-buf.gen.yaml" --path "$protos/google/firestore/v1"
rm -f "${TMPDIR:-/tmp}/savepoint-buf.gen.yaml"
