import { Graph, layout } from '@dagrejs/dagre';
import { useMemo } from 'react';
import { useGetFunctionsQuery } from '../api/functions-endpoints.ts';
import type { Stack } from '../api/stack-api.ts';
import { Empty } from '../components/states.tsx';
import { Link } from '../navigation/navigation.tsx';
import { type MapGraph, type MapNode, mapOf } from './map-graph.ts';
import { useGetCollectionCountsQuery, useGetInvocationsQuery } from './overview-endpoints.ts';
import './stack-map.css';

const REFRESH_MS = 5000;
const NODE_WIDTH_PX = 190;
const NODE_HEIGHT_PX = 46;
const COLUMN_GAP_PX = 90;
const ROW_GAP_PX = 12;
const MARGIN_PX = 8;
const MAX_LABEL_LENGTH = 24;

/**
 * Hosting, schedules and collections with the functions that they call, drawn from the
 * configuration with live counts.
 */
export default function StackMap({ stack }: { stack: Stack }) {
  const options = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true };
  const { data: functions = [] } = useGetFunctionsQuery(undefined, {
    ...options,
    skip: stack.functions === null,
  });
  const { data: collections = [] } = useGetCollectionCountsQuery(stack.projectId, {
    ...options,
    skip: stack.firestore === null,
  });
  const { data: invocations = {} } = useGetInvocationsQuery(undefined, {
    ...options,
    skip: stack.eventLog === null,
  });
  const graph = mapOf({ functions, rewrites: stack.hosting?.rewrites ?? [], collections, invocations });
  // The layout depends on the nodes, not on the counts.
  const shape = JSON.stringify([graph.nodes.map(({ id }) => id), graph.edges]);
  const placed = useMemo(() => place(JSON.parse(shape)), [shape]);
  if (graph.nodes.length === 0) return <Empty title="Nothing to draw yet" />;
  return (
    <nav className="map" aria-label="What calls which function">
      <svg width={placed.width} height={placed.height} viewBox={`0 0 ${placed.width} ${placed.height}`}>
        <title>Map</title>
        {placed.arrows.map(({ key, path, label }) => (
          <path key={key} d={path} className="map-arrow">
            <title>{label}</title>
          </path>
        ))}
        {graph.nodes.map((node) => (
          <Box key={node.id} node={node} at={placed.points[node.id]} />
        ))}
      </svg>
    </nav>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function Box({ node, at }: { node: MapNode; at: Point | undefined }) {
  if (at === undefined) return null;
  const { kind, label, detail, isFailing, href } = node;
  const x = at.x - NODE_WIDTH_PX / 2;
  const y = at.y - NODE_HEIGHT_PX / 2;
  return (
    <Link href={href} aria-label={detail === '' ? label : `${label}, ${detail}`}>
      <rect
        className={`map-node map-${isFailing ? 'failing' : kind}`}
        x={x}
        y={y}
        width={NODE_WIDTH_PX}
        height={NODE_HEIGHT_PX}
        rx="6"
      />
      <text className="map-label" x={x + 10} y={detail === '' ? at.y + 5 : at.y - 3}>
        {label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label}
      </text>
      <text className="map-detail" x={x + 10} y={at.y + 14}>
        {detail}
      </text>
    </Link>
  );
}

interface Placed {
  readonly width: number;
  readonly height: number;
  readonly points: Readonly<Record<string, Point>>;
  readonly arrows: readonly { readonly key: string; readonly path: string; readonly label: string }[];
}

function place([ids, edges]: [string[], MapGraph['edges']]): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'LR',
    nodesep: ROW_GAP_PX,
    ranksep: COLUMN_GAP_PX,
    marginx: MARGIN_PX,
    marginy: MARGIN_PX,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const points = Object.fromEntries(ids.map((id) => [id, graph.node(id) as Point]));
  return {
    width,
    height,
    points,
    arrows: edges.map(({ from, to, label }) => {
      const start = points[from] as Point;
      const end = points[to] as Point;
      const [x1, x2] = [start.x + NODE_WIDTH_PX / 2, end.x - NODE_WIDTH_PX / 2];
      const middle = (x1 + x2) / 2;
      const path = `M${x1} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${x2} ${end.y}`;
      return { key: `${from} ${to}`, path, label };
    }),
  };
}
