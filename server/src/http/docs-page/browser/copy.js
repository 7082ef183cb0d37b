/** A button on every block of code. Browsers allow scripts to copy on https and localhost only; elsewhere it selects the code. */
export function addCopyButtons() {
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(block.querySelector('code') ?? block, button));
    const frame = document.createElement('div');
    frame.className = 'copied';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

async function copy(code, button) {
  const isCopied = await (navigator.clipboard?.writeText(code.textContent) ?? Promise.reject()).then(
    () => true,
    () => false,
  );
  if (!isCopied) getSelection().selectAllChildren(code);
  button.textContent = isCopied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}
