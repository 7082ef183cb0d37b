import { Type } from 'typebox';
import { nullable, single } from '../http/input/schema.ts';

export const TestAnswer = single(
  Type.Object(
    {
      delivery_id: Type.String({
        description: 'The delivery, as the log of deliveries has it.',
        examples: ['dlv_01KA3HDNJ47K45VGPGDPSZXXF4'],
      }),
      event_id: Type.String({
        description: 'The `id` of the sample event.',
        examples: ['evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M'],
      }),
      success: Type.Boolean({ description: 'Whether the endpoint answered with 2xx within 15 seconds.' }),
      response_status: nullable(
        Type.Integer({ description: 'The status that the endpoint answered with; null where none came.' }),
      ),
      duration_ms: Type.Integer({ minimum: 0, description: 'How long the exchange took.' }),
      error: nullable(Type.String({ description: 'What went wrong, in words; null where nothing did.' })),
    },
    { title: 'TestDelivery' },
  ),
);

export const testExample = {
  delivery_id: 'dlv_01KA3HDNJ47K45VGPGDPSZXXF4',
  event_id: 'evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M',
  success: false,
  response_status: 500,
  duration_ms: 84,
  error: 'The endpoint answered 500.',
};
