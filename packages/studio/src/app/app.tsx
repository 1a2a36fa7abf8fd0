import { type ComponentType, lazy, useEffect, useRef, useState } from 'react';
import { type Stack, useGetStackQuery } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { Link, useLocation } from '../navigation/navigation.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { readTheme, storeTheme, THEMES } from './theme.ts';
import { Toasts } from './toasts.tsx';

interface PageProps {
  readonly stack: Stack;
}

interface Page {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly Component: ComponentType<PageProps>;
  /** Returns whether the stack has the server that the page shows. */
  readonly isAvailable: (stack: Stack) => boolean;
}

const PAGES: readonly Page[] = [
  { path: '/', label: 'Overview', icon: 'overview', Component: OverviewPage, isAvailable: () => true },
  {
    path: '/data',
    label: 'Data',
    icon: 'data',
    Component: lazy(() => import('../data/data-page.tsx')),
    isAvailable: ({ firestore }) => firestore !== null,
  },
  {
    path: '/realtime',
    label: 'Realtime',
    icon: 'tree',
    Component: lazy(() => import('../realtime/realtime-page.tsx')),
    isAvailable: ({ database }) => database !== null,
  },
  {
    path: '/accounts',
    label: 'Accounts',
    icon: 'accounts',
    Component: lazy(() => import('../accounts/accounts-page.tsx')),
    isAvailable: ({ auth }) => auth !== null,
  },
  {
    path: '/files',
    label: 'Files',
    icon: 'files',
    Component: lazy(() => import('../files/files-page.tsx')),
    isAvailable: ({ storage }) => storage !== null,
  },
  {
    path: '/rules',
    label: 'Rules',
    icon: 'rules',
    Component: lazy(() => import('../rules/rules-page.tsx')),
    isAvailable: ({ firestore, database }) => firestore !== null || database !== null,
  },
  {
    path: '/traces',
    label: 'Traces',
    icon: 'traces',
    Component: lazy(() => import('../traces/traces-page.tsx')),
    isAvailable: ({ eventLog }) => eventLog !== null,
  },
  {
    path: '/logs',
    label: 'Logs',
    icon: 'logs',
    Component: lazy(() => import('../logs/logs-page.tsx')),
    isAvailable: ({ eventLog }) => eventLog !== null,
  },
  {
    path: '/advisors',
    label: 'Advisors',
    icon: 'advisors',
    Component: lazy(() => import('../advisors/advisors-page.tsx')),
    isAvailable: ({ eventLog, hasCommands }) => eventLog !== null && hasCommands,
  },
  {
    path: '/limits',
    label: 'Limits',
    icon: 'limits',
    Component: lazy(() => import('../limits/limits-page.tsx')),
    isAvailable: ({ firestore, hasCommands }) => firestore !== null && hasCommands,
  },
  {
    path: '/functions',
    label: 'Functions',
    icon: 'functions',
    Component: lazy(() => import('../functions/functions-page.tsx')),
    isAvailable: ({ functions }) => functions !== null,
  },
  {
    path: '/messages',
    label: 'Messages',
    icon: 'messages',
    Component: lazy(() => import('../messages/messages-page.tsx')),
    isAvailable: ({ messaging }) => messaging !== null,
  },
  {
    path: '/config',
    label: 'Config',
    icon: 'config',
    Component: lazy(() => import('../config/config-page.tsx')),
    isAvailable: ({ remoteConfig }) => remoteConfig !== null,
  },
  {
    path: '/services',
    label: 'Services',
    icon: 'services',
    Component: lazy(() => import('../services/services-page.tsx')),
    isAvailable: ({ mail, services }) => mail !== null || services.length > 0,
  },
];

/** The layout of all pages: side navigation, one page, messages. */
export function App() {
  const { data: stack, error, refetch } = useGetStackQuery();
  const { pathname } = useLocation();
  const pages = PAGES.filter(({ isAvailable }) => stack === undefined || isAvailable(stack));
  const page = pages.find(({ path }) =>
    path === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${path}/`),
  );
  useEffect(() => {
    document.title = `${page?.label ?? 'Not found'} · Studio`;
  }, [page]);
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <section className="sidebar" aria-label="Studio">
        <Link className="logo" href="/" aria-label="Studio, overview">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>Studio</span>
        </Link>
        <nav aria-label="Pages">
          {pages.map(({ path, label, icon }) => (
            <Link
              key={path}
              href={path}
              className="nav-link"
              title={label}
              aria-current={path === page?.path ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          ))}
        </nav>
        <ThemeButton />
      </section>
      <Main key={page?.path ?? pathname} page={page} stack={stack} error={error} onRetry={refetch} />
      <Toasts />
    </div>
  );
}

interface MainProps {
  readonly page: Page | undefined;
  readonly stack: Stack | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Main({ page, stack, error, onRetry }: MainProps) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(document.activeElement === document.body);
  // A screen reader continues at the new page, as after a real navigation.
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
  }, []);
  return (
    <main id="main" ref={main} tabIndex={-1} aria-label={page?.label ?? 'Not found'}>
      <ErrorBoundary>
        {error !== undefined && stack === undefined ? (
          <Failure error={error} onRetry={onRetry} />
        ) : stack === undefined ? (
          <Loading what="the stack" />
        ) : page === undefined ? (
          <div className="page">
            <h1>There is no such page</h1>
            <p>
              This stack may not run the server that the page needs. <Link href="/">Overview</Link>
            </p>
          </div>
        ) : (
          <Deferred fallback={<Loading what={page.label.toLowerCase()} />}>
            <page.Component stack={stack} />
          </Deferred>
        )}
      </ErrorBoundary>
    </main>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      className="nav-link"
      title={`Theme: ${theme}`}
      onClick={() => {
        storeTheme(next);
        setTheme(next);
      }}
    >
      <Icon name="theme" />
      <span>{theme === 'system' ? 'Auto theme' : `${theme === 'light' ? 'Light' : 'Dark'} theme`}</span>
    </button>
  );
}
