import { nullable, single } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const TestResultSchema = single(
  Type.Object(
    {
      delivery_id: Type.String({
        description: 'Id of the delivery, as in the list of deliveries.',
        examples: ['dlv_01KA3HDNJ47K45VGPGDPSZXXF4'],
      }),
      event_id: Type.String({
        description: 'The `id` of the sample event.',
        examples: ['evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M'],
      }),
      success: Type.Boolean({ description: 'True if the endpoint responded with a 2xx status within 15 seconds.' }),
      response_status: nullable(
        Type.Integer({ description: 'HTTP status of the response of the endpoint. Null if there was no response.' }),
      ),
      duration_ms: Type.Integer({ minimum: 0, description: 'Duration of the request, in milliseconds.' }),
      error: nullable(Type.String({ description: 'Why the test failed, for people. Null if it succeeded.' })),
    },
    { title: 'TestDelivery', description: 'Result of a test event.' },
  ),
);

export const testExample = {
  delivery_id: 'dlv_01KA3HDNJ47K45VGPGDPSZXXF4',
  event_id: 'evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M',
  success: false,
  response_status: 500,
  duration_ms: 84,
  error: 'The endpoint responded with 500.',
};
