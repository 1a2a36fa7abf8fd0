import type { ReactNode } from 'react';

/** Layout of a page that is mostly text. */
export function ProsePage(props: {
  eyebrow: string;
  title: string;
  lead: string;
  /** Shown below the lead: beside the text on a wide screen, before it on a narrow one. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <article className="prose">
        <div className="prose-head">
          <header>
            <p className="eyebrow">{props.eyebrow}</p>
            <h1 tabIndex={-1}>{props.title}</h1>
            <p className="prose-lead">{props.lead}</p>
          </header>
          {props.aside}
        </div>
        <div className="prose-body">{props.children}</div>
      </article>
    </main>
  );
}
