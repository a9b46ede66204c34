/** Wait until the browser has painted the page. */
export const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
