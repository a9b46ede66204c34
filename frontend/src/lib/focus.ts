/**
 * Notes what has the focus. The function it returns gives the focus back, unless something else
 * on the page has it by then.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    });
}
