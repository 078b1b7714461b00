/** Where we are: the part of the address after the hash, so that invitations stay out of a server's logs. */
class Route {
  parts = $state.raw<string[]>(read());

  constructor() {
    addEventListener("hashchange", () => {
      this.parts = read();
      scrollTo(0, 0);
    });
  }

  get page(): string {
    return this.parts[0] ?? "";
  }
}

function read(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
}

export function link(...parts: string[]): string {
  return "#/" + parts.map(encodeURIComponent).join("/");
}

export function go(...parts: string[]): void {
  location.hash = link(...parts);
}

export const route = new Route();
