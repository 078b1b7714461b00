/** Hand a file to the player. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function show(blob: Blob): void {
  window.open(URL.createObjectURL(blob), "_blank");
}
