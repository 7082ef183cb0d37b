/** Selects a text in the page, at its place nearest to an element. */
export function selectNear(element: Element, text: string): void {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(text) ?? -1;
      if (at < 0) continue;
      getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
      return;
    }
  }
}
