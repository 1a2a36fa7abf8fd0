import type { ReactNode } from 'react';

/** Layout of a page that is mostly text. */
export function ProsePage(props: { eyebrow: string; title: string; lead: string; children: ReactNode }) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <article className="prose">
        <header>
          <p className="eyebrow">{props.eyebrow}</p>
          <h1 tabIndex={-1}>{props.title}</h1>
          <p className="prose-lead">{props.lead}</p>
        </header>
        {props.children}
      </article>
    </main>
  );
}
