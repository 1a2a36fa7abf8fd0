import { html } from 'hono/html';
/** A rendered template: HTML that another template contains as it is. Other values are escaped. */
export type Html = ReturnType<typeof html>;
/** A complete HTTP response with a page or a redirect. */
export interface Page {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Html | '';
}
/**
 * Renders a page. `style` and `script` are added to the common ones; `status` is 200 unless given.
 */
export declare function page(options: {
    readonly title: string;
    readonly content: Html;
    readonly style?: string;
    readonly script?: string;
    readonly status?: number;
}): Page;
/** Redirects the browser to a URL, which it opens with GET. */
export declare function redirectTo(url: string): Page;
