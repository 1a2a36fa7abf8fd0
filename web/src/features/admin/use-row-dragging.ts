import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

interface RowDragging {
  /** The key of the dragged row. */
  readonly dragged: string | undefined;
  /** For `onPointerDown` of a row's handle. */
  readonly start: (event: PointerEvent, key: string, index: number) => void;
}

/**
 * Moves the rows of a list with mouse, pen or finger; Escape restores a row. `list` has an element
 * with `data-key` for each row, and handles need `touch-action: none`. `move` places the row with a
 * key; `onDropped` gets its final position.
 */
export function useRowDragging(
  list: RefObject<HTMLElement | null>,
  move: (key: string, index: number) => void,
  onDropped: (index: number) => void,
): RowDragging {
  const [drag, setDrag] = useState<{ readonly key: string; readonly from: number }>();
  useEffect(() => {
    if (drag === undefined) return;
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? [])];
    const indexOf = () => rows().findIndex((row) => row.dataset.key === drag.key);
    const events = new AbortController();
    const { signal } = events;
    // On the window: the browser releases a captured pointer when its element moves in the
    // document.
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const others = rows().filter((row) => row.dataset.key !== drag.key);
        const isAbove = (row: HTMLElement) => {
          const { top, height } = row.getBoundingClientRect();
          return top + height / 2 < clientY;
        };
        const index = others.filter(isAbove).length;
        if (index !== indexOf()) move(drag.key, index);
      },
      { signal },
    );
    const end = () => {
      setDrag(undefined);
      onDropped(indexOf());
    };
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return;
        move(drag.key, drag.from);
        setDrag(undefined);
      },
      { signal },
    );
    return () => events.abort();
  }, [drag, list, move, onDropped]);
  return {
    dragged: drag?.key,
    start: (event, key, from) => {
      if (event.button === 0) setDrag({ key, from });
    },
  };
}
