import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  branchesOf,
  newNode,
  type OnnxGraph,
  type OnnxModel,
  type OnnxNode,
  readMatrix,
  readModel,
  writeIntegers,
  writeMatrix,
  writeModel,
} from '../models/onnx-graph.ts';

// The files of Whisper as they are published are made for any use. Changed once, they take a fraction of the time and half of
// the memory here:
// - The encoder always reads 30 seconds, although an utterance has at most 15: it takes as many as it is given, up to 16.
// - The decoder holds itself twice, with and without a memory of earlier tokens: it becomes one graph, with a memory that may
//   be empty, and `cross`, the small rest of the other half, which runs once for each utterance.
// - For each token the decoder expands its table of all tokens to floats (106 MB) and multiplies: it multiplies the bytes.
// - The weights of attention are outputs of both: they are dropped.

export const longestSeconds = 16;
/** The encoder halves the 100 frames a second of the spectrogram. */
const mostPositions = longestSeconds * 50;

export const published = { encoder: 'encoder_model_quantized.onnx', decoder: 'decoder_model_merged_quantized.onnx' };
export const prepared = { encoder: 'encoder.onnx', cross: 'cross.onnx', decoder: 'decoder.onnx' };

/** Replaces the published files in a folder by the prepared ones. */
export async function prepareWhisper(folder: string): Promise<void> {
  const encoder = readModel(await readFile(join(folder, published.encoder)));
  await writeFile(join(folder, prepared.encoder), cutEncoder(encoder));
  const decoder = readModel(await readFile(join(folder, published.decoder)));
  const parts = splitDecoder(decoder);
  await writeFile(join(folder, prepared.cross), parts.cross);
  await writeFile(join(folder, prepared.decoder), parts.decoder);
  for (const name of Object.values(published)) await rm(join(folder, name));
}

function cutEncoder(model: OnnxModel): Buffer {
  const { graph } = model;
  const table = 'embed_positions.weight';
  const { type, columns, data } = readMatrix(graph.initializers.get(table));
  const floatBytes = 4;
  const cut = { type, rows: mostPositions, columns, data: data.subarray(0, mostPositions * columns * floatBytes) };
  const add = graph.nodes.find(({ inputs }) => inputs[1] === table);
  const [sound] = add?.inputs ?? [];
  if (!add || !sound) throw new Error('The encoder of the speech model is not the one that belongs here.');
  const own = (name: string) => `positions_${name}`;
  const replacement = [
    newNode('Shape', [sound], [own('shape')]),
    newNode('Slice', [own('shape'), own('one'), own('two')], [own('length')]),
    newNode('Slice', [table, own('zero'), own('length'), own('zero')], [own('used')]),
    newNode('Add', [sound, own('used')], add.outputs),
  ];
  const numbers = [0, 1, 2].map((value, i) => {
    const name = own(['zero', 'one', 'two'][i] ?? '');
    return [name, writeIntegers(name, [value])] as const;
  });
  return writeModel(model, {
    ...graph,
    nodes: graph.nodes.flatMap((node) => (node === add ? replacement : [node])),
    initializers: new Map([...graph.initializers, [table, writeMatrix(table, cut)], ...numbers]),
    outputs: only(graph.outputs, (output) => output === 'last_hidden_state'),
  });
}

const only = (named: Map<string, Uint8Array>, isKept: (name: string) => boolean) =>
  new Map([...named].filter(([name]) => isKept(name)));

function splitDecoder(model: OnnxModel): { cross: Buffer; decoder: Buffer } {
  const { graph } = model;
  const choice = graph.nodes.find(({ operator }) => operator === 'If');
  if (!choice) throw new Error('The decoder of the speech model is not the one that belongs here.');
  const { then_branch: withMemory, else_branch: withoutMemory } = branchesOf(choice);
  const outer = graph.nodes.filter((node) => node !== choice);
  const merged = (branch: OnnxGraph, isOutput: (name: string) => boolean): OnnxGraph => ({
    nodes: [...outer, ...branch.nodes],
    initializers: new Map([...graph.initializers, ...branch.initializers]),
    inputs: graph.inputs,
    outputs: only(branch.outputs, isOutput),
  });
  const cross = merged(withoutMemory, (name) => /^present\.\d+\.encoder\./.test(name));
  return {
    cross: writeModel(model, { ...cross, nodes: cross.nodes.map(withShapeOfEncoded) }),
    decoder: writeModel(
      model,
      withBytesMultiplied(merged(withMemory, (name) => /^(logits|present\.\d+\.decoder\.\w+)$/.test(name))),
    ),
  };
}

/**
 * The keys and values of the encoded sound take the size of their batch from what was computed for the tokens, which is
 * otherwise not needed for them.
 */
const withShapeOfEncoded = (node: OnnxNode) =>
  node.operator === 'Shape' ? newNode('Shape', ['encoder_hidden_states'], node.outputs) : node;

/** Transpose, DequantizeLinear, MatMul -> DynamicQuantizeLinear, MatMulInteger, Cast, Mul, as in all other layers. */
function withBytesMultiplied(graph: OnnxGraph): OnnxGraph {
  const producer = (output: string | undefined) => graph.nodes.find(({ outputs }) => outputs[0] === output);
  const multiply = producer('logits');
  const expand = producer(multiply?.inputs[1]);
  const transpose = producer(expand?.inputs[0]);
  const [hidden] = multiply?.inputs ?? [];
  const [, scale, zero] = expand?.inputs ?? [];
  const [table] = transpose?.inputs ?? [];
  if (!multiply || !hidden || !scale || !zero || !table)
    throw new Error('The decoder of the speech model is not the one that belongs here.');
  const own = (name: string) => `logits_${name}`;
  const float = 1;
  const replacement = [
    newNode('DynamicQuantizeLinear', [hidden], [own('bytes'), own('scale'), own('zero')]),
    newNode('MatMulInteger', [own('bytes'), own('table'), own('zero'), zero], [own('integers')]),
    newNode('Cast', [own('integers')], [own('floats')], { to: float }),
    newNode('Mul', [own('scale'), scale], [own('scales')]),
    newNode('Mul', [own('floats'), own('scales')], ['logits']),
  ];
  const tokens = readMatrix(graph.initializers.get(table));
  return {
    ...graph,
    nodes: [...graph.nodes.filter((node) => node !== multiply), ...replacement],
    initializers: new Map([...graph.initializers, [own('table'), writeMatrix(own('table'), transposed(tokens))]]),
  };
}

function transposed({ type, rows, columns, data }: ReturnType<typeof readMatrix>) {
  const turned = new Uint8Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) turned[column * rows + row] = data[row * columns + column] ?? 0;
  return { type, rows: columns, columns: rows, data: turned };
}
