// The tree of a game: the moves that were played and the variations beside them.
// Not here: legality, whose answers come from the rules and are kept in the nodes.

export class Tree {
  #next = 1;
  nodes = new Map();

  constructor(variant, start) {
    this.variant = variant;
    this.start = start;
    this.root = this.#node(null, null);
  }

  #node(parent, move, id = this.#next) {
    const node = { id, parent, move, children: [], position: null, status: null, roll: null, comment: "", judged: null };
    this.#next = Math.max(this.#next, id) + 1;
    this.nodes.set(id, node);
    return node;
  }

  /** The child with a move, made if it is new; `main` puts it before its siblings. */
  add(parent, move, main = false) {
    let child = parent.children.find((other) => other.move === move);
    if (!child) {
      child = this.#node(parent, move);
      parent.children.push(child);
    }
    if (main) this.#first(child);
    return child;
  }

  #first(child) {
    const siblings = child.parent.children;
    siblings.splice(siblings.indexOf(child), 1);
    siblings.unshift(child);
  }

  /** Makes the line through a node the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) this.#first(at);
  }

  /** Takes a node and all after it away. */
  remove(node) {
    if (!node.parent) return;
    const forget = (gone) => {
      this.nodes.delete(gone.id);
      gone.children.forEach(forget);
    };
    node.parent.children = node.parent.children.filter((other) => other !== node);
    forget(node);
  }

  /** The nodes from the root to a node. */
  path(node) {
    const path = [];
    for (let at = node; at; at = at.parent) path.unshift(at);
    return path;
  }

  ply(node) {
    return this.path(node).length - 1;
  }

  /** The last node of the main line after a node. */
  end(node = this.root) {
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** The line of the protocol up to a node, with its roll unless told otherwise. */
  line(node, withRoll = true) {
    const moves = this.path(node).slice(1).map((each) => each.move);
    if (withRoll && node.roll) moves.push(node.roll);
    return { variant: this.variant, start: this.start, moves };
  }

  save() {
    const nodes = [];
    const visit = (node) => {
      nodes.push([node.id, node.parent?.id ?? 0, node.move, node.position, node.status, node.roll, node.comment, node.judged]);
      node.children.forEach(visit);
    };
    visit(this.root);
    return { variant: this.variant, start: this.start, nodes };
  }

  static load({ variant, start, nodes }) {
    const tree = new Tree(variant, start);
    tree.nodes.clear();
    for (const [id, parent, move, position, status, roll, comment, judged] of nodes) {
      const node = tree.#node(tree.nodes.get(parent) ?? null, move, id);
      Object.assign(node, { position, status, roll, comment: comment ?? "", judged: judged ?? null });
      if (node.parent) node.parent.children.push(node);
      else tree.root = node;
    }
    return tree;
  }
}
