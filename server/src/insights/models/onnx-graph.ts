import { bytesField, bytesOf, type Field, numberField, readMessage, textsOf, writeMessage } from './protobuf.ts';

// Those parts of an ONNX file that preparing a model touches (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).

const modelGraph = 7;
const part = { node: 1, name: 2, initializer: 5, input: 11, output: 12 };
const nodePart = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 };
const attributePart = { name: 1, integer: 3, graph: 6, type: 20 };
const tensorPart = { dimension: 1, type: 2, name: 8, raw: 9 };
const valueName = 1;

export type OnnxNode = {
  operator: string;
  inputs: string[];
  outputs: string[];
  /** As in the file. */
  bytes: Uint8Array;
};

/** Inputs and outputs of the graph, and initializers, are kept as in the file, by name. */
export type OnnxGraph = {
  nodes: OnnxNode[];
  initializers: Map<string, Uint8Array>;
  inputs: Map<string, Uint8Array>;
  outputs: Map<string, Uint8Array>;
};

export type OnnxModel = { graph: OnnxGraph; others: Field[] };

export function readModel(bytes: Uint8Array): OnnxModel {
  const fields = readMessage(bytes);
  const [graph] = bytesOf(fields, modelGraph);
  if (!graph) throw new Error('This is no ONNX file.');
  return { graph: readGraph(graph), others: fields.filter(({ number }) => number !== modelGraph) };
}

function readGraph(bytes: Uint8Array): OnnxGraph {
  const fields = readMessage(bytes);
  const byName = (number: number, nameField: number) =>
    new Map(bytesOf(fields, number).map((value) => [textsOf(readMessage(value), nameField)[0] ?? '', value]));
  return {
    nodes: bytesOf(fields, part.node).map(readNode),
    initializers: byName(part.initializer, tensorPart.name),
    inputs: byName(part.input, valueName),
    outputs: byName(part.output, valueName),
  };
}

function readNode(bytes: Uint8Array): OnnxNode {
  const fields = readMessage(bytes);
  const [operator = ''] = textsOf(fields, nodePart.operator);
  return { operator, inputs: textsOf(fields, nodePart.input), outputs: textsOf(fields, nodePart.output), bytes };
}

/** The two graphs of an `If`. */
export function branchesOf(node: OnnxNode): { then_branch: OnnxGraph; else_branch: OnnxGraph } {
  const attributes = bytesOf(readMessage(node.bytes), nodePart.attribute).map((attribute) => readMessage(attribute));
  const branch = (name: string) => {
    const attribute = attributes.find((fields) => textsOf(fields, attributePart.name)[0] === name);
    const [graph] = bytesOf(attribute ?? [], attributePart.graph);
    if (!graph) throw new Error(`The model has no ${name}.`);
    return readGraph(graph);
  };
  return { then_branch: branch('then_branch'), else_branch: branch('else_branch') };
}

/** A node whose attributes, if any, are whole numbers. */
export function newNode(
  operator: string,
  inputs: string[],
  outputs: string[],
  attributes: Record<string, number> = {},
): OnnxNode {
  const integerType = 2;
  const bytes = writeMessage([
    ...inputs.map((name) => bytesField(nodePart.input, name)),
    ...outputs.map((name) => bytesField(nodePart.output, name)),
    bytesField(nodePart.name, `${operator} of ${outputs[0]}`),
    bytesField(nodePart.operator, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytesField(
        nodePart.attribute,
        writeMessage([
          bytesField(attributePart.name, name),
          numberField(attributePart.integer, value),
          numberField(attributePart.type, integerType),
        ]),
      ),
    ),
  ]);
  return { operator, inputs, outputs, bytes };
}

/** A matrix whose elements are bytes or floats, as they are in memory. */
export type Matrix = { type: number; rows: number; columns: number; data: Uint8Array };

export function readMatrix(tensor: Uint8Array | undefined): Matrix {
  const fields = readMessage(tensor ?? new Uint8Array());
  const numbers = (wanted: number) =>
    fields.flatMap((field) => (field.number === wanted && field.wire === 0 ? [Number(field.value)] : []));
  const [rows, columns, ...more] = numbers(tensorPart.dimension);
  const [type] = numbers(tensorPart.type);
  const [data] = bytesOf(fields, tensorPart.raw);
  if (!rows || !columns || more.length > 0 || type === undefined || !data)
    throw new Error('The model does not have the matrix that belongs here.');
  return { type, rows, columns, data };
}

export function writeMatrix(name: string, { type, rows, columns, data }: Matrix): Buffer {
  return writeMessage([
    numberField(tensorPart.dimension, rows),
    numberField(tensorPart.dimension, columns),
    numberField(tensorPart.type, type),
    bytesField(tensorPart.name, name),
    bytesField(tensorPart.raw, data),
  ]);
}

/** A list of whole numbers. */
export function writeIntegers(name: string, values: number[]): Buffer {
  const int64Type = 7;
  return writeMessage([
    numberField(tensorPart.dimension, values.length),
    numberField(tensorPart.type, int64Type),
    bytesField(tensorPart.name, name),
    bytesField(tensorPart.raw, new Uint8Array(BigInt64Array.from(values, BigInt).buffer)),
  ]);
}

/** The model with that graph, reduced to what its outputs need. */
export function writeModel({ others }: OnnxModel, graph: OnnxGraph): Buffer {
  const { nodes, needed } = neededFor(graph);
  const kept = (named: Map<string, Uint8Array>) => [...named].filter(([name]) => needed.has(name));
  const fields = [
    ...nodes.map(({ bytes }) => bytesField(part.node, bytes)),
    bytesField(part.name, 'prepared'),
    ...kept(graph.initializers).map(([, tensor]) => bytesField(part.initializer, tensor)),
    ...kept(graph.inputs).map(([, input]) => bytesField(part.input, input)),
    ...[...graph.outputs.values()].map((output) => bytesField(part.output, output)),
  ];
  return writeMessage([...others, bytesField(modelGraph, writeMessage(fields))]);
}

/** ONNX orders nodes so that each comes after those whose outputs it takes, so one pass from the end finds them. */
function neededFor(graph: OnnxGraph) {
  const needed = new Set(graph.outputs.keys());
  const nodes: OnnxNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((name) => needed.has(name))) continue;
    nodes.unshift(node);
    for (const name of node.inputs) needed.add(name);
  }
  return { nodes, needed };
}
