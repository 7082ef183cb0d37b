// Made by `npm run api-types` from the OpenAPI document of the administrators. Not to be changed by hand.

export interface paths {
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Direction of the order: `asc` is the oldest first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Only customers of this project. */
                    project_id?: number;
                    /** @description Only the customer with this `external_id`. */
                    external_id?: string;
                    /** @description Only customers with this number, in any form that creation takes. Write `+` as `%2B`. */
                    tel1?: string;
                    /** @description Only customers whose name, reading or company contains this. Case, width, the kind of kana and white space in Japanese names make no difference. */
                    q?: string;
                    /** @description Only customers changed at or after this time (RFC 3339), or since the beginning of this day in UTC. */
                    updated_since?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of customers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CustomerItem"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewCustomer"];
                };
            };
            responses: {
                /** @description The new customer. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Customer"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewCustomers"];
                };
            };
            responses: {
                /** @description All were created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BulkOutcome"];
                        };
                    };
                };
                /** @description Some were created. */
                207: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BulkOutcome"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `customer_id` of the customer. One that does not exist, belongs to another tenant or is no number is 404. */
                    customerId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The customer. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Customer"];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `customer_id` of the customer. One that does not exist, belongs to another tenant or is no number is 404. */
                    customerId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerChange"];
                };
            };
            responses: {
                /** @description The customer as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Customer"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description First day, as `YYYY-MM-DD`: at most 180 days before today. */
                    from: string;
                    /** @description Last day, included: at most 31 days after `from`. */
                    to: string;
                    /** @description IANA name of the time zone that the days are of. */
                    timezone?: string;
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Direction of the order: `asc` is the oldest first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Only calls with this status: initiating, ringing, connected, no_answer, busy, rejected, canceled, failed, missed_call, voicemail. Several statuses with commas between them. */
                    status?: string;
                    /** @description Only calls of this staff member. Several ids with commas between them. */
                    staff_id?: string;
                    /** @description Only calls of this project. Several ids with commas between them. */
                    project_id?: string;
                    /** @description Only calls of this type: outbound, inbound. Several types with commas between them. */
                    call_type?: string;
                    /** @description Only the call with this `external_id`. Several ids with commas between them. */
                    external_id?: string;
                    /** @description Only calls with this customer. Several ids with commas between them. */
                    customer_id?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of calls. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CallItem"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Call"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewCall"];
                };
            };
            responses: {
                /** @description The call was accepted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["StartedCall"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/hangup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call, ended. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ChangedCall"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ChangedCall"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ChangedCall"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description The first that is made anew; those after it are too, because they go by it. */
                    from?: "voice_analysis" | "transcription" | "summary";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ChangedCall"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description What to answer with: `wav` is what was recorded, `mp3` a fifth of its size. Without it the header `Accept: audio/mpeg` asks for MP3 too. */
                    format?: "wav" | "mp3";
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The recording. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/wav": string;
                        "audio/mpeg": string;
                    };
                };
                /** @description The part of it that was asked for. */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/wav": string;
                        "audio/mpeg": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description First day, as `YYYY-MM-DD`: at most 180 days before today. Both days or neither: without them it is today and the 29 days before. */
                    from?: string;
                    /** @description Last day, included: at most 31 days after `from`. Both days or neither: without them it is today and the 29 days before. */
                    to?: string;
                    /** @description IANA name of the time zone that the days are of. */
                    timezone?: string;
                    /** @description How long a row of `periods` is: a day, an ISO week from Monday on, or a month. */
                    granularity?: "day" | "week" | "month";
                    /** @description Only calls of this project. Several ids with commas between them. */
                    project_id?: string;
                    /** @description Only calls of this staff member. Several ids with commas between them. */
                    staff_id?: string;
                    /** @description Only calls of this type: outbound, inbound. Several types with commas between them. */
                    call_type?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The whole period and its parts. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["SummaryReport"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Direction of the order: `asc` is the oldest first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description First day, as `YYYY-MM-DD`: at most 180 days before today. Both days or neither: without them it is today and the 29 days before. */
                    from?: string;
                    /** @description Last day, included: at most 31 days after `from`. Both days or neither: without them it is today and the 29 days before. */
                    to?: string;
                    /** @description IANA name of the time zone that the days are of. */
                    timezone?: string;
                    /** @description Only calls with this status: initiating, ringing, connected, no_answer, busy, rejected, canceled, failed, missed_call, voicemail. Several statuses with commas between them. */
                    status?: string;
                    /** @description Only calls of this staff member. Several ids with commas between them. */
                    staff_id?: string;
                    /** @description Only calls of this project. Several ids with commas between them. */
                    project_id?: string;
                    /** @description Only calls of this type: outbound, inbound. Several types with commas between them. */
                    call_type?: string;
                    /** @description Only the call with this `external_id`. Several ids with commas between them. */
                    external_id?: string;
                    /** @description Only calls with this customer. Several ids with commas between them. */
                    customer_id?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of calls. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ReportedCall"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description First day, as `YYYY-MM-DD`: at most 180 days before today. Both days or neither: without them it is today and the 29 days before. */
                    from?: string;
                    /** @description Last day, included: at most 31 days after `from`. Both days or neither: without them it is today and the 29 days before. */
                    to?: string;
                    /** @description IANA name of the time zone that the days are of. */
                    timezone?: string;
                    /** @description Only calls of this project. Several ids with commas between them. */
                    project_id?: string;
                    /** @description Only calls of this staff member. Several ids with commas between them. */
                    staff_id?: string;
                    /** @description Only calls of this type: outbound, inbound. Several types with commas between them. */
                    call_type?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of the staff. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["UserFigures"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Direction of the order: `asc` is the oldest first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of webhooks, without their secrets. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Webhook"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            responses: {
                /** @description The new webhook, with its secret. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CreatedWebhook"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The webhook. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookChange"];
                };
            };
            responses: {
                /** @description The webhook as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It was deleted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["DeletedWebhook"];
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The new secret. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RotatedSecret"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Only deliveries with this status. */
                    status?: "pending" | "delivered" | "failed" | "canceled";
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of deliveries. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Delivery"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                    /** @description The `delivery_id` of the delivery. One that does not exist, is older than 30 days or isn't an id at all is 404. */
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The delivery, to be sent. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Delivery"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            responses: {
                /** @description They will be sent. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ReplayQueued"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What came of it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["TestDelivery"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Only events of this kind: call.initiated, call.ringing, call.connected, call.held, call.resumed, call.completed, call.missed, call.analyzed, customer.created, customer.updated. Several kinds with commas between them. */
                    types?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Events, without an end. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Who is signed in. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Session"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewSession"];
                };
            };
            responses: {
                /** @description Who is signed in. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Session"];
                        };
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Nobody is signed in. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["EndedSessions"];
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/log-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description They have ended. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["EndedSessions"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPassword"];
                };
            };
            responses: {
                /** @description The new session. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Session"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TotpCode"];
                };
            };
            responses: {
                /** @description The session. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Session"];
                        };
                    };
                };
            };
        };
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordAndCode"];
                };
            };
            responses: {
                /** @description The key. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BegunTotp"];
                        };
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordAndCode"];
                };
            };
            responses: {
                /** @description The session. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Session"];
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administrators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of administrators. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Administrator"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewAdministrator"];
                };
            };
            responses: {
                /** @description The new administrator, with the password. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CreatedAdministrator"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administrators/{administratorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `administrator_id` of the administrator. */
                    administratorId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AdministratorChange"];
                };
            };
            responses: {
                /** @description The administrator as he is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Administrator"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `administrator_id` of the administrator. */
                    administratorId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The administrator is gone. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RemovedAdministrator"];
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Only what this one did. */
                    administrator_id?: number;
                    /** @description Only this, such as `key.created`. */
                    action?: string;
                    /** @description Since this day of UTC, or this time. */
                    from?: string;
                    /** @description Until the end of this day of UTC, or before this time. */
                    to?: string;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of the log. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AuditEntry"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404. */
                    webhookId: number;
                    /** @description The `delivery_id` of the delivery. One that does not exist, is older than 30 days or isn't an id at all is 404. */
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The delivery. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["DeliveryExchange"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of keys. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Key"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            responses: {
                /** @description The new key. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CreatedKey"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `key_id` of the key. */
                    keyId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The key, revoked. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Key"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `key_id` of the key. */
                    keyId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["KeyRotation"];
                };
            };
            responses: {
                /** @description The new key. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CreatedKey"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of the staff. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Staff"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewStaff"];
                };
            };
            responses: {
                /** @description The new staff member. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Staff"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/{staffId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `staff_id` of the staff member. */
                    staffId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The staff member. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Staff"];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `staff_id` of the staff member. */
                    staffId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StaffChange"];
                };
            };
            responses: {
                /** @description The staff member as he is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Staff"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/{staffId}/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `staff_id` of the staff member. */
                    staffId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The account. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["StaffAccount"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of projects, by `project_id`. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Project"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewProject"];
                };
            };
            responses: {
                /** @description The new project. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Project"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `project_id` of the project. */
                    projectId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The project. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Project"];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `project_id` of the project. */
                    projectId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProjectChange"];
                };
            };
            responses: {
                /** @description The project as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Project"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of numbers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Number"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewNumber"];
                };
            };
            responses: {
                /** @description The number. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Number"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The number, as E.164. */
                    number: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NumberChange"];
                };
            };
            responses: {
                /** @description The number as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Number"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The number, as E.164. */
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is gone. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RemovedNumber"];
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Which page, from 1. One past the end is empty. */
                    page?: number;
                    /** @description How many items a page has at most. */
                    per_page?: number;
                    /** @description Which calls are meant; live ones if it is not said. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of trunks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Trunk"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTrunk"];
                };
            };
            responses: {
                /** @description The new trunk. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Trunk"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trunks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The name of the trunk. */
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TrunkChange"];
                };
            };
            responses: {
                /** @description The trunk as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Trunk"];
                        };
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The name of the trunk. */
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is gone. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RemovedTrunk"];
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Administrator: {
            /** @description Assigned by the service. */
            administrator_id: number;
            /** @description The address that is signed in with. */
            email: string;
            /**
             * @description An `administrator` does everything, a `viewer` reads.
             * @enum {string}
             */
            role: "administrator" | "viewer";
            /** @description Whether a password of his own has to be chosen first. */
            must_change_password: boolean;
            /** @description Whether a code is asked for at log-in. */
            has_totp: boolean;
            /**
             * Format: date-time
             * @description When the administrator was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        AdministratorChange: {
            /**
             * @description An `administrator` does everything, a `viewer` reads.
             * @enum {string}
             */
            role?: "administrator" | "viewer";
            /** @description Set by the service; ignored in a request. */
            readonly administrator_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly must_change_password?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly has_totp?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly password?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly email?: unknown;
        };
        AuditEntry: {
            /** @description Rises with time. */
            audit_id: number;
            /**
             * Format: date-time
             * @description When it was done.
             * @example 2026-11-15T09:30:00.000Z
             */
            at: string;
            /** @description Who did it, who may be gone since. */
            administrator_id: number;
            /** @description The address that he had then. */
            administrator_email: string;
            /** @description What was done, such as `key.created`. */
            action: string;
            /** @description To what: its id or name. */
            subject: string | null;
            /** @description More about it, without any secret. */
            details: {
                [key: string]: unknown;
            };
            /** @description From which address. */
            ip: string;
        };
        BegunTotp: {
            /** @description The key in base32, for who types it into the app. It is shown this once. */
            secret: string;
            /** @description The same for a QR code. */
            otpauth_uri: string;
        };
        /** @description Why one item was refused. */
        BulkError: {
            /**
             * @description As it is when the customer is sent alone.
             * @example duplicate_external_id
             */
            code: string;
            /** @description What happened and what to do next, for people. */
            message: string;
            /** @description Every fault of the item; where all items together have too many, the first ones and `more_faults`. */
            details: components["schemas"]["ErrorDetail"][];
        };
        BulkOutcome: {
            /** @description How many were sent. */
            total: number;
            /** @description How many of them were created. */
            created: number;
            /** @description How many were refused. */
            failed: number;
            /** @description One for each item, in the order of `customers`. */
            results: components["schemas"]["BulkResult"][];
        };
        /** @description What became of one item. */
        BulkResult: {
            /** @description Position in `customers`, from 0. */
            index: number;
            /**
             * @description Whether there is a customer now.
             * @enum {string}
             */
            status: "created" | "failed";
            /** @description Set when the customer was created. */
            customer_id: number | null;
            /** @description As it was sent; null where there is none, or it is too long. */
            external_id: string | null;
            /** @description Why there is no customer; null when there is one. */
            error: components["schemas"]["BulkError"] | null;
        };
        Call: {
            /**
             * @description Assigned by the service. Ids sort by the time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description Who called: `outbound` is a call of ours, `inbound` one to us.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Where the call is, or how it ended. `connected` stays `connected` after hang-up: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /**
             * @description Number of the other party, in full, as it was sent or as it called.
             * @example +81-90-1234-5678
             */
            phone_number: string;
            /** @description Staff member of the call; null where none has taken an inbound call. */
            staff_id: number | null;
            /** @description Project that the call belongs to. */
            project_id: number;
            /**
             * Format: date-time
             * @description When it was answered; until then, when dialling began. Null before that.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null while it is going on.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Whole seconds of talk, from answer to end; 0 for a call that was never answered, null while it is going on. */
            duration_seconds: number | null;
            /** @description The client's own record id, as it was given at initiation. */
            external_id: string | null;
            /** @description Customer who has this number, where there was one at initiation. */
            customer_id: number | null;
            /**
             * Format: date-time
             * @description When the call was accepted. It never changes; lists and reports go by it.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
            /**
             * Format: date-time
             * @description When the other party answered; null where nobody did, or only a voicemail box.
             * @example 2026-11-15T09:30:00.000Z
             */
            answered_at: string | null;
            /** @description Whole seconds for which the other party's phone rang; null where it never did, or still does. */
            ring_seconds: number | null;
            /** @description Why the call ended, exactly; null while it is going on. */
            end_reason: string | null;
            /**
             * @description Who ended it.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description Answer of the telephone network, where there was one. */
            sip_code: number | null;
            /** @description Cause code of the telephone network, where there was one. */
            q850_cause: number | null;
            /** @description How far the staff member's phone came: `dialling`, `ringing`, `answered`, `ended`. */
            staff_leg_status: string | null;
            /** @description How far the customer's phone came, in the same words. */
            customer_leg_status: string | null;
            /** @description Whether the call is on hold: the customer hears music. */
            is_on_hold: boolean;
            /** @description Whole seconds on hold, all holds together; one that goes on counts up to now. */
            hold_seconds: number;
            /** @description Each hold, the first one first. */
            holds: {
                /** @description Seconds after the answer at which the hold began. */
                start_seconds: number;
                /** @description When it ended; null while it goes on. */
                end_seconds: number | null;
            }[];
            /** @description Whether a test key made it: then no telephone rang. */
            test: boolean;
            /** @description As it was given at initiation. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description What was recorded; null where nothing was, and for a moment after a hang-up by the API. */
            recording: components["schemas"]["Recording"] | null;
            /** @description What was said. Null while the call is going on, and where it never connected. */
            transcription: components["schemas"]["Transcription"] | null;
            /** @description What it was about. Null while the call is going on, and where it never connected. */
            summary: components["schemas"]["CallSummary"] | null;
            /** @description How they spoke. Null while the call is going on, and where it never connected. */
            voice_analysis: components["schemas"]["VoiceAnalysis"] | null;
        };
        /** @description The whole period. */
        CallFigures: {
            /** @description All calls, those going on included. */
            total_calls: number;
            /** @description Calls with the status `connected`, going on or ended. */
            connected_calls: number;
            /** @description Calls with the status `no_answer`. */
            no_answer_calls: number;
            /** @description Inbound calls that nobody took: the status `missed_call`. */
            missed_calls: number;
            /** @description All others: still being set up, busy, rejected, canceled, failed or voicemail. */
            other_calls: number;
            /** @description Talk time of the ended calls, in whole seconds of each. */
            total_duration_seconds: number;
            /** @description Mean talk time of the connected calls that have ended, two decimals; null without any. */
            average_duration_seconds: number | null;
            /** @description Connected ones among the calls that have ended, four decimals; null without any. */
            success_rate: number | null;
        };
        /** @description A call as it stands in a list. */
        CallItem: {
            /**
             * @description Assigned by the service. Ids sort by the time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description Who called: `outbound` is a call of ours, `inbound` one to us.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Where the call is, or how it ended. `connected` stays `connected` after hang-up: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /**
             * @description Number of the other party, masked: the first three digits and the last four. `anonymous` for a caller who shows none.
             * @example 819*****5678
             */
            phone_number: string;
            /** @description Staff member of the call; null where none has taken an inbound call. */
            staff_id: number | null;
            /** @description Project that the call belongs to. */
            project_id: number;
            /**
             * Format: date-time
             * @description When it was answered; until then, when dialling began. Null before that.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null while it is going on.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Whole seconds of talk, from answer to end; 0 for a call that was never answered, null while it is going on. */
            duration_seconds: number | null;
            /** @description The client's own record id, as it was given at initiation. */
            external_id: string | null;
        };
        CallSummary: {
            /**
             * @description Whether it is there, will be, or will not be.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why it is not there: `no_recording`, `recording_deleted`, `switched_off`, `mono_recording`, `no_engine_for_language`, `engine_unreachable` and the like; null where it is, or will be. */
            reason: string | null;
            /** @description What made it, with its version. */
            engine: string | null;
            /**
             * Format: date-time
             * @description When it was finished.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * @description Whether its sentences are from the call or newly written.
             * @enum {string|null}
             */
            method: "extractive" | "abstractive" | null;
            /** @description Language it is written in. */
            language: string | null;
            /** @description The call in a few sentences. */
            text: string | null;
            /** @description What mattered. */
            key_points: string[];
            /** @description Words that were prominent. */
            keywords: string[];
            /** @description What was agreed to be done; null where nobody tried to find out. */
            action_items: string[] | null;
        };
        /** @description The call with its number masked, without a link to its recording, and without what was learned from it: `GET /calls/{callId}` has all of that. */
        ChangedCall: {
            /**
             * @description Assigned by the service. Ids sort by the time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description Who called: `outbound` is a call of ours, `inbound` one to us.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Where the call is, or how it ended. `connected` stays `connected` after hang-up: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /** @description Staff member of the call; null where none has taken an inbound call. */
            staff_id: number | null;
            /** @description Project that the call belongs to. */
            project_id: number;
            /**
             * Format: date-time
             * @description When it was answered; until then, when dialling began. Null before that.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null while it is going on.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Whole seconds of talk, from answer to end; 0 for a call that was never answered, null while it is going on. */
            duration_seconds: number | null;
            /** @description The client's own record id, as it was given at initiation. */
            external_id: string | null;
            /** @description Customer who has this number, where there was one at initiation. */
            customer_id: number | null;
            /**
             * Format: date-time
             * @description When the call was accepted. It never changes; lists and reports go by it.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
            /**
             * Format: date-time
             * @description When the other party answered; null where nobody did, or only a voicemail box.
             * @example 2026-11-15T09:30:00.000Z
             */
            answered_at: string | null;
            /** @description Whole seconds for which the other party's phone rang; null where it never did, or still does. */
            ring_seconds: number | null;
            /** @description Why the call ended, exactly; null while it is going on. */
            end_reason: string | null;
            /**
             * @description Who ended it.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description Answer of the telephone network, where there was one. */
            sip_code: number | null;
            /** @description Cause code of the telephone network, where there was one. */
            q850_cause: number | null;
            /** @description How far the staff member's phone came: `dialling`, `ringing`, `answered`, `ended`. */
            staff_leg_status: string | null;
            /** @description How far the customer's phone came, in the same words. */
            customer_leg_status: string | null;
            /** @description Whether the call is on hold: the customer hears music. */
            is_on_hold: boolean;
            /** @description Whole seconds on hold, all holds together; one that goes on counts up to now. */
            hold_seconds: number;
            /** @description Each hold, the first one first. */
            holds: {
                /** @description Seconds after the answer at which the hold began. */
                start_seconds: number;
                /** @description When it ended; null while it goes on. */
                end_seconds: number | null;
            }[];
            /** @description Whether a test key made it: then no telephone rang. */
            test: boolean;
            /** @description As it was given at initiation. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description What was recorded; null where nothing was, and for a moment after a hang-up by the API. */
            recording: components["schemas"]["Recording"] | null;
            /**
             * @description Number of the other party, masked: the first three digits and the last four. `anonymous` for a caller who shows none.
             * @example 819*****5678
             */
            phone_number: string;
            /** @description How far it is. Null while the call is going on, and where it never connected. */
            transcription: components["schemas"]["InsightState"] | null;
            /** @description How far it is. Null while the call is going on, and where it never connected. */
            summary: components["schemas"]["InsightState"] | null;
            /** @description How far it is. Null while the call is going on, and where it never connected. */
            voice_analysis: components["schemas"]["InsightState"] | null;
        };
        CreatedAdministrator: {
            /** @description Assigned by the service. */
            administrator_id: number;
            /** @description The address that is signed in with. */
            email: string;
            /**
             * @description An `administrator` does everything, a `viewer` reads.
             * @enum {string}
             */
            role: "administrator" | "viewer";
            /** @description Whether a password of his own has to be chosen first. */
            must_change_password: boolean;
            /** @description Whether a code is asked for at log-in. */
            has_totp: boolean;
            /**
             * Format: date-time
             * @description When the administrator was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /** @description For the first log-in, where another one has to be chosen. It is shown this once. */
            password: string;
        };
        CreatedKey: {
            /** @description Assigned by the service. */
            key_id: number;
            /** @description What it is for. */
            name: string;
            /**
             * @description Calls of a test key are simulated.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description The beginning and the end of the key, to tell it from others. */
            hint: string;
            /** @description What it may do. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /** @description Addresses and CIDRs that it may be used from; empty is any. */
            allowlist: string[];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends, or has ended.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             * @example 2026-11-15T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to some seconds.
             * @example 2026-11-15T09:30:00.000Z
             */
            last_used_at: string | null;
            /** @description The key that has taken its place by rotation. */
            replaced_by: number | null;
            /** @description The key itself. It is shown this once. */
            key: string;
        };
        CreatedWebhook: {
            /** @description Assigned by the service. */
            webhook_id: number;
            /** @description Human-readable name of the webhook. */
            label: string;
            /**
             * @description Where events are sent to: `https`, without credentials and fragment, on a public address. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url: string;
            /**
             * @description Kinds of events to send.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "customer.created" | "customer.updated")[];
            /** @description What to send of those kinds: what passes all of the filters. One that is missing or empty lets everything pass. */
            filters: {
                /** @description Only what belongs to one of these projects. */
                project_ids?: number[];
                /** @description Only calls with one of these statuses. It is no filter for `customer.*`. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[];
            };
            /** @description Whether events are sent. */
            is_enabled: boolean;
            /** @description Why the service has disabled it: `endpoint_gone` (the receiver answered 410) or `failing_for_120_hours`. Null where it is enabled, or an administrator has disabled it. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description What signs the requests: `whsec_` and the base64 of the 32 bytes of the key. It is shown this once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        Customer: {
            /** @description Assigned by the service. */
            customer_id: number;
            /** @description Project that the customer belongs to. Fixed at creation. */
            project_id: number;
            /** @description Name of the customer. */
            name: string;
            /** @description The client's own record id; unique within the tenant. */
            external_id: string | null;
            /**
             * @description Phone number as E.164.
             * @example +819012345678
             */
            tel1: string | null;
            /**
             * @description Phone number as E.164.
             * @example +819012345678
             */
            tel2: string | null;
            /**
             * @description Phone number as E.164.
             * @example +819012345678
             */
            tel3: string | null;
            /** @description Phonetic reading of the name (furigana). A request may also call it `kana`. */
            name_kana: string | null;
            /** @description E-mail address. */
            email: string | null;
            /** @description Company of the customer. */
            company_name: string | null;
            /** @description Postal address. */
            address: string | null;
            /** @description Anything worth remembering. */
            notes: string | null;
            /** @description Fields of the client's own, at most 16 KiB as JSON and 64 levels deep. */
            custom_fields: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the customer was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the customer was last changed.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
        };
        CustomerChange: {
            /** @description Project that the customer belongs to. Fixed at creation. */
            project_id?: number;
            /** @description Name of the customer. */
            name?: string;
            /** @description The client's own record id; unique within the tenant. */
            external_id?: string | null;
            /**
             * @description Phone number, kept as E.164: `+` and 7 to 15 digits. Spaces, hyphens, dots and parentheses are taken; a number without `+` is read in the default country of the tenant, where there is one.
             * @example +81 90-1234-5678
             */
            tel1?: string | null;
            /**
             * @description Another phone number, as `tel1`.
             * @example +81 90-1234-5678
             */
            tel2?: string | null;
            /**
             * @description Another phone number, as `tel1`.
             * @example +81 90-1234-5678
             */
            tel3?: string | null;
            /** @description Phonetic reading of the name (furigana). A request may also call it `kana`. */
            name_kana?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Company of the customer. */
            company_name?: string | null;
            /** @description Postal address. */
            address?: string | null;
            /** @description Anything worth remembering. */
            notes?: string | null;
            /** @description Fields of the client's own, at most 16 KiB as JSON and 64 levels deep. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Another name for `name_kana`, which counts where both are sent. */
            kana?: string | null;
            /** @description Set by the service; ignored in a request. */
            readonly customer_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly updated_at?: unknown;
        };
        /** @description A customer as it stands in a list. */
        CustomerItem: {
            /** @description Assigned by the service. */
            customer_id: number;
            /** @description The client's own record id; unique within the tenant. */
            external_id: string | null;
            /** @description Name of the customer. */
            name: string;
            /** @description Project that the customer belongs to. Fixed at creation. */
            project_id: number;
        };
        DeletedWebhook: {
            /** @description Assigned by the service. */
            webhook_id: number;
            /**
             * Format: date-time
             * @description When the webhook was deleted. Nothing was sent after the answer.
             * @example 2026-11-15T09:30:00.000Z
             */
            deleted_at: string;
        };
        Delivery: {
            /**
             * @description Assigned by the service. Ids sort by the time of creation.
             * @example dlv_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            delivery_id: string;
            /**
             * @description The `id` of the event, which is the same at every attempt.
             * @example evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M
             */
            event_id: string;
            /**
             * @description Kind of the event.
             * @example call.completed
             * @enum {string}
             */
            event_type: "call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "customer.created" | "customer.updated";
            /**
             * @description `pending` is still to be sent; `delivered` was answered with 2xx; `failed` has used up its attempts; `canceled` was not sent because the webhook was disabled.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description What came of each attempt, the last one last; at most the last 20. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When it is sent next; null where it is not.
             * @example 2026-11-15T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was queued.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-11-15T09:30:00.000Z
             */
            at: string;
            /** @description How long it took. */
            duration_ms: number;
            /** @description Status of the answer; null where there was none. */
            response_status: number | null;
            /** @description The beginning of the answer, at most 500 characters, its telephone numbers masked. */
            response_body: string | null;
            /** @description Why it failed, for people; null where it did not. */
            error: string | null;
            /**
             * @description The same for programs; null too for attempts from before there were codes.
             * @enum {string|null}
             */
            error_code: "name_not_found" | "name_servers_failed" | "address_not_allowed" | "connection_refused" | "host_unreachable" | "connect_timeout" | "tls_failed" | "certificate_not_trusted" | "certificate_expired" | "certificate_not_yet_valid" | "certificate_revoked" | "certificate_for_other_host" | "answer_timeout" | "connection_closed" | "answer_incomplete" | "answer_not_http" | "answer_headers_too_large" | "redirected" | "refused" | "interrupted" | "exchange_failed" | null;
        };
        DeliveryExchange: {
            /**
             * @description Assigned by the service. Ids sort by the time of creation.
             * @example dlv_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            delivery_id: string;
            /**
             * @description The `id` of the event, which is the same at every attempt.
             * @example evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M
             */
            event_id: string;
            /**
             * @description Kind of the event.
             * @example call.completed
             * @enum {string}
             */
            event_type: "call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "customer.created" | "customer.updated";
            /**
             * @description `pending` is still to be sent; `delivered` was answered with 2xx; `failed` has used up its attempts; `canceled` was not sent because the webhook was disabled.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description What came of each attempt, the last one last; at most the last 20. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When it is sent next; null where it is not.
             * @example 2026-11-15T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was queued.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /** @description What was sent. Of every attempt the body is the same; the rest is kept of tests alone. */
            request: {
                /** @description Where it was sent to; null where that is not kept. */
                url: string | null;
                /** @description What was sent with it, the signatures too; null where that is not kept. */
                headers: {
                    [key: string]: string;
                } | null;
                /** @description The body, to the byte; null where its event is no longer kept. */
                body: string | null;
            };
        };
        EndedSessions: {
            /** @description How many sessions have ended. */
            ended_sessions: number;
        };
        /** @description The body of every failure. */
        Error: {
            error: {
                /**
                 * @description Decide by this one: it never changes.
                 * @enum {string}
                 */
                code: "malformed_json" | "malformed_request" | "request_timeout" | "headers_too_large" | "license_required" | "not_found" | "method_not_allowed" | "duplicate_external_id" | "staff_busy" | "not_connected" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_failed" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "unavailable" | "not_signed_in" | "invalid_login" | "password_used" | "totp_required" | "invalid_totp_code" | "cross_site_request" | "password_change_required" | "insufficient_role" | "telephony_by_operator";
                /** @description What happened and what to do next, for people. */
                message: string;
                /** @description Every fault at once; empty where there is nothing to add. Where there are hundreds, the last one is `more_faults`. */
                details: components["schemas"]["ErrorDetail"][];
                /** @description The same as in `X-Request-ID`. */
                request_id: string;
            };
        };
        /** @description One fault. What else helps a program to go on, such as the id of what is in the way, stands beside. */
        ErrorDetail: {
            /**
             * @description What it is about: a path into the body, a query parameter or a header.
             * @example customers[3].tel1
             */
            field: string;
            /**
             * @description What is wrong, for programs: `address_not_allowed`, `already_rotated`, `call_in_progress`, `conflicting`, `destination_not_allowed`, `duplicate`, `duplicate_external_id`, `immutable`, `in_use`, `invalid_characters`, `invalid_format`, `invalid_totp_code`, `invalid_type`, `last_administrator`, `limit_reached`, `missing_license`, `missing_scope`, `more_faults`, `no_account`, `no_recording`, `not_active`, `not_allowed`, `not_begun`, `not_connected`, `out_of_range`, `own_account`, `project_not_found`, `recording_deleted`, `repeated`, `required`, `staff_not_found`, `switched_off`, `taken`, `test_delivery`, `too_deep`, `too_few`, `too_large`, `too_long`, `too_many`, `too_short`, `trunk_not_found`, `unchanged`, `unknown_field`, `unknown_timezone`, `webhook_disabled`, `wrong_password`. Others may come.
             * @example invalid_format
             */
            code: string;
            /** @description What is wrong and what to do about it, for people. */
            message: string;
        } & {
            [key: string]: unknown;
        };
        InsightState: {
            /**
             * @description Whether it is there, will be, or will not be.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why it is not there: `no_recording`, `recording_deleted`, `switched_off`, `mono_recording`, `no_engine_for_language`, `engine_unreachable` and the like; null where it is, or will be. */
            reason: string | null;
            /** @description What made it, with its version. */
            engine: string | null;
            /**
             * Format: date-time
             * @description When it was finished.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
        };
        Key: {
            /** @description Assigned by the service. */
            key_id: number;
            /** @description What it is for. */
            name: string;
            /**
             * @description Calls of a test key are simulated.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description The beginning and the end of the key, to tell it from others. */
            hint: string;
            /** @description What it may do. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /** @description Addresses and CIDRs that it may be used from; empty is any. */
            allowlist: string[];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends, or has ended.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             * @example 2026-11-15T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to some seconds.
             * @example 2026-11-15T09:30:00.000Z
             */
            last_used_at: string | null;
            /** @description The key that has taken its place by rotation. */
            replaced_by: number | null;
        };
        KeyRotation: {
            /** @description How long the key before this one is good yet. */
            overlap_hours: number;
        };
        NewAdministrator: {
            /** @description The address to sign in with, which is of one tenant only. */
            email: string;
            /**
             * @description An `administrator` does everything, a `viewer` reads.
             * @default administrator
             * @enum {string}
             */
            role?: "administrator" | "viewer";
            /** @description Set by the service; ignored in a request. */
            readonly administrator_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly must_change_password?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly has_totp?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly password?: unknown;
        };
        NewCall: {
            /** @description Set by the service; ignored in a request. */
            readonly phone_number: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly staff_id: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly project_id: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly external_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly metadata?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly call_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly call_type?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly status?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly started_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly ended_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly duration_seconds?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly customer_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly initiated_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly answered_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly ring_seconds?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly end_reason?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly hangup_by?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly sip_code?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly q850_cause?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly staff_leg_status?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly customer_leg_status?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly is_on_hold?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly hold_seconds?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly holds?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly test?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly recording?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly transcription?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly summary?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly voice_analysis?: unknown;
        };
        NewCustomer: {
            /** @description Project that the customer belongs to. Fixed at creation. */
            project_id: number;
            /** @description Name of the customer. */
            name: string;
            /** @description The client's own record id; unique within the tenant. */
            external_id?: string | null;
            /**
             * @description Phone number, kept as E.164: `+` and 7 to 15 digits. Spaces, hyphens, dots and parentheses are taken; a number without `+` is read in the default country of the tenant, where there is one.
             * @example +81 90-1234-5678
             */
            tel1?: string | null;
            /**
             * @description Another phone number, as `tel1`.
             * @example +81 90-1234-5678
             */
            tel2?: string | null;
            /**
             * @description Another phone number, as `tel1`.
             * @example +81 90-1234-5678
             */
            tel3?: string | null;
            /** @description Phonetic reading of the name (furigana). A request may also call it `kana`. */
            name_kana?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Company of the customer. */
            company_name?: string | null;
            /** @description Postal address. */
            address?: string | null;
            /** @description Anything worth remembering. */
            notes?: string | null;
            /** @description Fields of the client's own, at most 16 KiB as JSON and 64 levels deep. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Another name for `name_kana`, which counts where both are sent. */
            kana?: string | null;
            /** @description Set by the service; ignored in a request. */
            readonly customer_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly updated_at?: unknown;
        };
        NewCustomers: {
            /** @description 1 to 500 customers; each succeeds or fails alone. */
            customers: components["schemas"]["NewCustomer"][];
        };
        NewKey: {
            /** @description What it is for. */
            name: string;
            /**
             * @description Calls of a test key are simulated.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description What it may do. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /** @description Addresses and CIDRs that it may be used from; empty is any. */
            allowlist?: string[] | null;
            /** @description When it ends, in the future: a time, or a day (its first moment in UTC). */
            expires_at?: string | null;
        };
        NewNumber: {
            /**
             * @description As E.164, or as it is written in the tenant's country.
             * @example +81312345678
             */
            number: string;
            /** @description The project that it leads to. */
            project_id: number;
            /** @description Set by the service; ignored in a request. */
            readonly project?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        NewPassword: {
            /** @description The one that was good until now. After a log-in with one that was handed over it may be left out. */
            current_password?: string;
            /** @description From 12 to 200 characters. */
            new_password: string;
        };
        NewProject: {
            /** @description What it is called. */
            name: string;
            /** @description The number that customers see, as E.164; null is what the trunk shows. */
            caller_id?: string | null;
            /** @description Name of the trunk that its calls go out over; null is the one of the server. */
            trunk?: string | null;
            /** @description Whether its calls are recorded. */
            records_calls?: boolean;
            /** @description Whether what was recorded is analysed, written down and summarised; the tenant must have it switched on, too. */
            analyses_calls?: boolean;
            /** @description Whether it is said that a call is recorded. */
            announces_recording?: boolean;
            /** @description Whether callers whom nobody answers may leave a message. */
            has_voicemail?: boolean;
            /**
             * @description Whether a call that comes in rings everywhere at once, or one after the other.
             * @enum {string}
             */
            ring_strategy?: "all" | "in_order";
            /** @description Who is rung for calls that come in, in this order; empty is everybody. */
            staff_ids?: number[];
            /** @description What is spoken, such as `ja`; null is what the tenant speaks. */
            language?: string | null;
            /** @description Set by the service; ignored in a request. */
            readonly project_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly is_active?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        NewSession: {
            /** @description The address to sign in with. */
            email: string;
            /** @description The password. */
            password: string;
            /** @description The six digits that the app shows, for who has set one up. */
            totp_code?: string;
        };
        NewStaff: {
            /** @description Name of the person. */
            name: string;
            /**
             * @description Where the person is called: a SIP address, a number, or `account` for the phone that is registered with the own account; null is nowhere.
             * @example sip:alice@pbx.example
             */
            phone?: string | null;
            /** @description Set by the service; ignored in a request. */
            readonly staff_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly username?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly state?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        NewTrunk: {
            /** @description What it is called; unique in the tenant, and fixed. */
            name: string;
            /** @description The carrier's server: a name, or an address. */
            host: string;
            /** @description Its port; otherwise 5060, or 5061 with tls. */
            port?: number;
            /**
             * @description How to speak to it; otherwise udp.
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /** @description The user name there; null where the carrier knows you by your address. */
            username?: string | null;
            /** @description In the order of preference. */
            codecs?: ("ulaw" | "alaw" | "g722" | "opus")[];
            /** @description The user in From, where the carrier wants its own there and not the caller id. */
            from_user?: string | null;
            /** @description The host in From, where it is not the carrier's server. */
            from_domain?: string | null;
            /** @description Of the user name. It is encrypted, and never shown. */
            password?: string;
            /** @description Set by the service; ignored in a request. */
            readonly trunk_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly state?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        NewWebhook: {
            /**
             * @description Where events are sent to: `https`, without credentials and fragment, on a public address. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url: string;
            /**
             * @description Kinds of events to send.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "customer.created" | "customer.updated")[];
            /** @description Human-readable name of the webhook. Without one, or with null, it is the host of the URL, without a port. */
            label?: string | null;
            /** @description What to send of those kinds: what passes all of the filters. One that is missing or empty lets everything pass. They are replaced whole; null clears them. */
            filters?: {
                /** @description Only what belongs to one of these projects. */
                project_ids?: number[] | null;
                /** @description Only calls with one of these statuses. It is no filter for `customer.*`. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[] | null;
            } | null;
            /**
             * @description Whether events are sent.
             * @default true
             */
            is_enabled?: boolean;
            /** @description Set by the service; ignored in a request. */
            readonly webhook_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly disabled_reason?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly secret?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly updated_at?: unknown;
        };
        Number: {
            /** @description As E.164. It is the own number of the tenant, so it is not masked. */
            number: string;
            /** @description The project that it leads to. */
            project_id: number;
            /** @description What that is called. */
            project: string;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        NumberChange: {
            /** @description The project that it leads to. */
            project_id?: number;
            /** @description Set by the service; ignored in a request. */
            readonly project?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly number?: unknown;
        };
        Overlap: {
            /** @description How long there was overlap, in all. */
            seconds: number;
            /** @description The same as a part of the call, 0 to 1. */
            ratio: number;
            /** @description How often. */
            count: number;
            /** @description Shorter ones are not counted: 1. */
            min_seconds: number;
        };
        Pagination: {
            /** @description This page, from 1. */
            current_page: number;
            /** @description How many items a page has at most. */
            per_page: number;
            /** @description How many items there are on all pages together, exactly. */
            total: number;
            /** @description The last page that has items; 1 when there are none. */
            last_page: number;
        };
        PasswordAndCode: {
            /** @description The password. */
            password: string;
            /** @description The six digits that the app shows, for who has set one up already. */
            totp_code?: string;
        };
        Project: {
            /** @description Assigned by the service. */
            project_id: number;
            /** @description What it is called. */
            name: string;
            /** @description Whether it is in use. */
            is_active: boolean;
            /** @description The number that customers see, as E.164; null is what the trunk shows. */
            caller_id: string | null;
            /** @description Name of the trunk that its calls go out over; null is the one of the server. */
            trunk: string | null;
            /** @description Whether its calls are recorded. */
            records_calls: boolean;
            /** @description Whether what was recorded is analysed, written down and summarised; the tenant must have it switched on, too. */
            analyses_calls: boolean;
            /** @description Whether it is said that a call is recorded. */
            announces_recording: boolean;
            /** @description Whether callers whom nobody answers may leave a message. */
            has_voicemail: boolean;
            /**
             * @description Whether a call that comes in rings everywhere at once, or one after the other.
             * @enum {string}
             */
            ring_strategy: "all" | "in_order";
            /** @description Who is rung for calls that come in, in this order; empty is everybody. */
            staff_ids: number[];
            /** @description What is spoken, such as `ja`; null is what the tenant speaks. */
            language: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        ProjectChange: {
            /** @description What it is called. */
            name?: string;
            /** @description The number that customers see, as E.164; null is what the trunk shows. */
            caller_id?: string | null;
            /** @description Name of the trunk that its calls go out over; null is the one of the server. */
            trunk?: string | null;
            /** @description Whether its calls are recorded. */
            records_calls?: boolean;
            /** @description Whether what was recorded is analysed, written down and summarised; the tenant must have it switched on, too. */
            analyses_calls?: boolean;
            /** @description Whether it is said that a call is recorded. */
            announces_recording?: boolean;
            /** @description Whether callers whom nobody answers may leave a message. */
            has_voicemail?: boolean;
            /**
             * @description Whether a call that comes in rings everywhere at once, or one after the other.
             * @enum {string}
             */
            ring_strategy?: "all" | "in_order";
            /** @description Who is rung for calls that come in, in this order; empty is everybody. */
            staff_ids?: number[];
            /** @description What is spoken, such as `ja`; null is what the tenant speaks. */
            language?: string | null;
            /** @description Set by the service; ignored in a request. */
            readonly project_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly is_active?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        Recording: {
            /**
             * @description Whether it can be listened to, or was kept for its time and is deleted.
             * @enum {string}
             */
            status: "ready" | "deleted";
            /** @description How long it is. */
            duration_seconds: number | null;
            /** @description How large it is as a WAV file. */
            size_bytes: number | null;
            /** @description 2 where the two parties have a channel each, the staff member on the left. */
            channels: number | null;
            /** @description A link to it that needs no API key, for a browser or a player, until `url_expires_at`: WAV, or with `?format=mp3` MP3. Each answer has a new one; keep it as secret as the recording. Null where it is deleted, and in the answer to a hang-up. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the link stops working, an hour after this answer.
             * @example 2026-11-15T09:30:00.000Z
             */
            url_expires_at: string | null;
        };
        RecordingQuality: {
            /**
             * @description Measures of a recording that is `low` are to be taken with care.
             * @enum {string}
             */
            rating: "good" | "low";
            /** @description Why: `noisy_staff`, `noisy_customer`, `clipped_staff`, `clipped_customer`. */
            issues: string[];
            signal_to_noise_db: components["schemas"]["SignalToNoise"];
        };
        RemovedAdministrator: {
            /** @description Assigned by the service. */
            administrator_id: number;
        };
        RemovedNumber: {
            /** @description As E.164. */
            number: string;
        };
        RemovedTrunk: {
            /** @description Assigned by the service. */
            trunk_id: number;
            /** @description What it is called; unique in the tenant, and fixed. */
            name: string;
        };
        Replay: {
            /**
             * @description From when: a time (RFC 3339), or a day, which begins at midnight UTC. Older than 30 days there is nothing.
             * @example 2026-11-15T09:30:00Z
             */
            since: string;
            /**
             * @description Before when, in the same form; without it, until now.
             * @example 2026-11-15T09:30:00Z
             */
            until?: string | null;
            /**
             * @description `failed` sends those again that were not delivered: those that failed, and those that wait for a retry, which are sent now. `all` also sends those that were delivered or canceled.
             * @default failed
             * @enum {string}
             */
            status?: "failed" | "all";
        };
        ReplayQueued: {
            /** @description How many deliveries are sent again. */
            queued: number;
        };
        /** @description What the report is about. */
        ReportPeriod: {
            /**
             * Format: date
             * @description First day.
             * @example 2026-11-15
             */
            from: string;
            /**
             * Format: date
             * @description Last day, included.
             * @example 2026-11-15
             */
            to: string;
            /** @description Time zone that the days are of. */
            timezone: string;
            /**
             * @description How long a row is.
             * @enum {string}
             */
            granularity: "day" | "week" | "month";
        };
        /** @description A call as it stands in a report. */
        ReportedCall: {
            /**
             * @description Assigned by the service. Ids sort by the time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description Who called: `outbound` is a call of ours, `inbound` one to us.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Where the call is, or how it ended. `connected` stays `connected` after hang-up: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /**
             * @description Number of the other party, masked: the first three digits and the last four. `anonymous` for a caller who shows none.
             * @example 819*****5678
             */
            phone_number: string;
            /** @description Staff member of the call; null where none has taken an inbound call. */
            staff_id: number | null;
            /** @description Project that the call belongs to. */
            project_id: number;
            /**
             * Format: date-time
             * @description When it was answered; until then, when dialling began. Null before that.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null while it is going on.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Whole seconds of talk, from answer to end; 0 for a call that was never answered, null while it is going on. */
            duration_seconds: number | null;
            /** @description The client's own record id, as it was given at initiation. */
            external_id: string | null;
            /** @description Whole seconds for which the other party's phone rang; null where it never did, or still does. */
            ring_seconds: number | null;
            /** @description The staff member's part of the talking, four decimals; null where none was analysed. */
            talk_ratio: number | null;
            /** @description Customer of the call, where one has its number. */
            customer_id: number | null;
            /** @description Why the call ended; null while it is going on. */
            end_reason: string | null;
        };
        RotatedSecret: {
            /** @description Assigned by the service. */
            webhook_id: number;
            /**
             * @description What signs the requests: `whsec_` and the base64 of the 32 bytes of the key. It is shown this once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
            /**
             * Format: date-time
             * @description Until then requests are signed with the secret before this one too.
             * @example 2026-11-15T09:30:00.000Z
             */
            previous_secret_expires_at: string;
        };
        Sentiment: {
            /**
             * @description The staff member's mood.
             * @enum {string}
             */
            staff: "positive" | "neutral" | "negative";
            /**
             * @description The customer's mood.
             * @enum {string}
             */
            customer: "positive" | "neutral" | "negative";
        };
        Session: {
            /** @description Who is signed in. */
            administrator: {
                /** @description Assigned by the service. */
                administrator_id: number;
                /** @description The address that is signed in with. */
                email: string;
                /**
                 * @description An `administrator` does everything, a `viewer` reads.
                 * @enum {string}
                 */
                role: "administrator" | "viewer";
                /** @description Whether a password of his own has to be chosen first. */
                must_change_password: boolean;
                /** @description Whether a code is asked for at log-in. */
                has_totp: boolean;
            };
            /** @description Whose data is seen. */
            tenant: {
                /** @description Assigned by the service. */
                tenant_id: number;
                /** @description What it is called. */
                name: string;
                /** @description Country that numbers without + are of. */
                default_country: string | null;
                /** @description What is spoken where a project does not say otherwise. */
                language: string | null;
                /**
                 * @description Who sets up trunks, numbers and caller ids: administrators of the `tenant`, or the `operator` alone.
                 * @enum {string}
                 */
                telephony_by: "tenant" | "operator";
            };
            /**
             * @description What becomes of live calls on this server: telephones ring (`real`), no telephone rings (`simulated`), or they are refused (`unavailable`).
             * @enum {string}
             */
            live_calls: "real" | "simulated" | "unavailable";
            /**
             * Format: date-time
             * @description When the session ends if nothing more is asked.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
        };
        SignalToNoise: {
            /** @description How much louder than the noise the staff member's voice is. */
            staff: number | null;
            /** @description How much louder than the noise the customer's voice is. */
            customer: number | null;
        };
        Silence: {
            /** @description How long there was silence, in all. */
            seconds: number;
            /** @description The same as a part of the call, 0 to 1. */
            ratio: number;
            /** @description How often. */
            count: number;
            /** @description The longest one. */
            longest_seconds: number;
            /** @description Shorter ones are not counted: 3. */
            min_seconds: number;
        };
        SpeakerAnalysis: {
            /** @description How long this party spoke. */
            talk_seconds: number;
            /** @description How long the other one spoke. */
            listen_seconds: number;
            /** @description The longest time without the other one. */
            longest_monologue_seconds: number;
            /** @description How often this party began while the other one spoke. */
            interruptions: number;
            /** @description Median time until this party answered. */
            response_delay_seconds: number | null;
            /** @description How fast this party spoke. */
            speech_rate: {
                /** @description How fast. */
                value: number;
                /** @description In what, such as `words_per_minute`. */
                unit: string;
            } | null;
            /** @description How high this party spoke. */
            pitch: {
                /** @description Median pitch. */
                median_hz: number;
                /** @description How much it varied. */
                stdev_semitones: number;
            } | null;
            /** @description How loud this party spoke. */
            loudness_dbfs: number | null;
        };
        Speakers: {
            staff: components["schemas"]["SpeakerAnalysis"];
            customer: components["schemas"]["SpeakerAnalysis"];
        };
        Staff: {
            /** @description Assigned by the service. */
            staff_id: number;
            /** @description Name of the person. */
            name: string;
            /** @description Where the person is called. In lists numbers are masked. */
            phone: string | null;
            /** @description The name that the phone registers under. */
            username: string | null;
            /**
             * @description How the phone of the account is, by the telephone system; null without an account.
             * @enum {string|null}
             */
            state: "not provisioned" | "unreachable" | "rejected" | "not registered" | "unknown" | "reachable" | "registered" | null;
            /** @description Whether the person works here. Nobody else is called. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the person was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        StaffAccount: {
            /** @description Assigned by the service. */
            staff_id: number;
            /** @description The name that the phone registers under. */
            username: string;
            /** @description To be entered in the phone. It is shown this once. */
            password: string;
            /** @description Where a phone asks for it. */
            realm: string;
            /** @description Where the person is called now. */
            phone: string | null;
        };
        StaffChange: {
            /** @description Name of the person. */
            name?: string;
            /**
             * @description Where the person is called: a SIP address, a number, or `account` for the phone that is registered with the own account; null is nowhere.
             * @example sip:alice@pbx.example
             */
            phone?: string | null;
            /** @description Whether the person works here. Nobody else is called. */
            is_active?: boolean;
            /** @description Set by the service; ignored in a request. */
            readonly staff_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly username?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly state?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        StartedCall: {
            /**
             * @description Assigned by the service.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description Where every call begins.
             * @enum {string}
             */
            status: "initiating";
            /** @description Staff member who places the call. */
            staff_id: number;
            /**
             * Format: date-time
             * @description When the call was accepted.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
        };
        /** @description A day, a week or a month, as far as it lies between `from` and `to`. */
        SummaryPeriod: {
            /**
             * Format: date
             * @description First day of the row: not before `from`.
             * @example 2026-11-15
             */
            period_start: string;
            /**
             * Format: date
             * @description Last day of the row, included: not after `to`.
             * @example 2026-11-15
             */
            period_end: string;
            /** @description All calls, those going on included. */
            total_calls: number;
            /** @description Calls with the status `connected`, going on or ended. */
            connected_calls: number;
            /** @description Calls with the status `no_answer`. */
            no_answer_calls: number;
            /** @description Inbound calls that nobody took: the status `missed_call`. */
            missed_calls: number;
            /** @description All others: still being set up, busy, rejected, canceled, failed or voicemail. */
            other_calls: number;
            /** @description Talk time of the ended calls, in whole seconds of each. */
            total_duration_seconds: number;
            /** @description Mean talk time of the connected calls that have ended, two decimals; null without any. */
            average_duration_seconds: number | null;
            /** @description Connected ones among the calls that have ended, four decimals; null without any. */
            success_rate: number | null;
        };
        SummaryReport: {
            period: components["schemas"]["ReportPeriod"];
            totals: components["schemas"]["CallFigures"];
            /** @description In the order of time, those without calls included. */
            periods: components["schemas"]["SummaryPeriod"][];
        };
        TestDelivery: {
            /**
             * @description The delivery, as the log of deliveries has it.
             * @example dlv_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            delivery_id: string;
            /**
             * @description The `id` of the sample event.
             * @example evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M
             */
            event_id: string;
            /** @description Whether the endpoint answered with 2xx within 15 seconds. */
            success: boolean;
            /** @description The status that the endpoint answered with; null where none came. */
            response_status: number | null;
            /** @description How long the exchange took. */
            duration_ms: number;
            /** @description What went wrong, in words; null where nothing did. */
            error: string | null;
        };
        TotpCode: {
            /** @description The six digits that the app shows. */
            code: string;
        };
        TranscriptSegment: {
            /** @description Position in the conversation, from 0. */
            index: number;
            /**
             * @description Who speaks.
             * @enum {string}
             */
            speaker: "staff" | "customer";
            /** @description When it begins, from the beginning of the recording. */
            start_seconds: number;
            /** @description When it ends. */
            end_seconds: number;
            /** @description What is said. */
            text: string;
        };
        Transcription: {
            /**
             * @description Whether it is there, will be, or will not be.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why it is not there: `no_recording`, `recording_deleted`, `switched_off`, `mono_recording`, `no_engine_for_language`, `engine_unreachable` and the like; null where it is, or will be. */
            reason: string | null;
            /** @description What made it, with its version. */
            engine: string | null;
            /**
             * Format: date-time
             * @description When it was finished.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
            /** @description Language that is spoken, such as `ja` or `en`. */
            language: string | null;
            /** @description Everything that is said. */
            text: string | null;
            /** @description The same by speaker and time. */
            segments: components["schemas"]["TranscriptSegment"][];
        };
        Trunk: {
            /** @description Assigned by the service. */
            trunk_id: number;
            /** @description What it is called; unique in the tenant, and fixed. */
            name: string;
            /** @description The carrier's server: a name, or an address. */
            host: string;
            /** @description Its port; otherwise 5060, or 5061 with tls. */
            port: number;
            /**
             * @description How to speak to it; otherwise udp.
             * @enum {string}
             */
            transport: "udp" | "tcp" | "tls";
            /** @description The user name there; null where the carrier knows you by your address. */
            username: string | null;
            /** @description In the order of preference. */
            codecs: ("ulaw" | "alaw" | "g722" | "opus")[];
            /** @description The user in From, where the carrier wants its own there and not the caller id. */
            from_user: string | null;
            /** @description The host in From, where it is not the carrier's server. */
            from_domain: string | null;
            /**
             * @description How it is, by the telephone system. One with a user name is `registered` at best, one without `reachable`.
             * @enum {string}
             */
            state: "not provisioned" | "unreachable" | "rejected" | "not registered" | "unknown" | "reachable" | "registered";
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        TrunkChange: {
            /** @description What it is called; unique in the tenant, and fixed. */
            name?: string;
            /** @description The carrier's server: a name, or an address. */
            host?: string;
            /** @description Its port; otherwise 5060, or 5061 with tls. */
            port?: number;
            /**
             * @description How to speak to it; otherwise udp.
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /** @description The user name there; null where the carrier knows you by your address. */
            username?: string | null;
            /** @description In the order of preference. */
            codecs?: ("ulaw" | "alaw" | "g722" | "opus")[];
            /** @description The user in From, where the carrier wants its own there and not the caller id. */
            from_user?: string | null;
            /** @description The host in From, where it is not the carrier's server. */
            from_domain?: string | null;
            /** @description Of the user name. It is encrypted, and never shown. */
            password?: string;
            /** @description Set by the service; ignored in a request. */
            readonly trunk_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly state?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
        };
        /** @description The calls of one staff member. */
        UserFigures: {
            /** @description The staff member; null for calls that have none. */
            staff_id: number | null;
            /** @description Name of the staff member. */
            staff_name: string | null;
            /** @description All calls, those going on included. */
            total_calls: number;
            /** @description Calls with the status `connected`, going on or ended. */
            connected_calls: number;
            /** @description Inbound calls that nobody took: the status `missed_call`. */
            missed_calls: number;
            /** @description Talk time of the ended calls, in whole seconds of each. */
            total_duration_seconds: number;
            /** @description Mean talk time of the connected calls that have ended, two decimals; null without any. */
            average_duration_seconds: number | null;
            /** @description Connected ones among the calls that have ended, four decimals; null without any. */
            success_rate: number | null;
            /** @description Calls that the staff member placed. */
            outbound_calls: number;
            /** @description Calls that came in. */
            inbound_calls: number;
            /** @description The staff member's part of the talking in all analysed calls together, four decimals; null without any. */
            talk_ratio: number | null;
        };
        VoiceAnalysis: {
            /**
             * @description Whether it is there, will be, or will not be.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why it is not there: `no_recording`, `recording_deleted`, `switched_off`, `mono_recording`, `no_engine_for_language`, `engine_unreachable` and the like; null where it is, or will be. */
            reason: string | null;
            /** @description What made it, with its version. */
            engine: string | null;
            /**
             * Format: date-time
             * @description When it was finished.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
            /** @description How long the recording is. */
            duration_seconds: number | null;
            /** @description The staff member's part of all talk, 0 to 1 with four decimals; null without speech. */
            talk_ratio: number | null;
            /** @description When nobody spoke. */
            silence: components["schemas"]["Silence"] | null;
            /** @description When both spoke at once. */
            overlap: components["schemas"]["Overlap"] | null;
            /** @description How often the other party took over. */
            turn_switches: number | null;
            /** @description The same by the minute. */
            turn_switches_per_minute: number | null;
            /** @description Each party by itself. */
            speakers: components["schemas"]["Speakers"] | null;
            /** @description The mood of each party; null without a language model. */
            sentiment: components["schemas"]["Sentiment"] | null;
            /** @description How far the sound can be trusted. */
            quality: components["schemas"]["RecordingQuality"] | null;
        };
        Webhook: {
            /** @description Assigned by the service. */
            webhook_id: number;
            /** @description Human-readable name of the webhook. */
            label: string;
            /**
             * @description Where events are sent to: `https`, without credentials and fragment, on a public address. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url: string;
            /**
             * @description Kinds of events to send.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "customer.created" | "customer.updated")[];
            /** @description What to send of those kinds: what passes all of the filters. One that is missing or empty lets everything pass. */
            filters: {
                /** @description Only what belongs to one of these projects. */
                project_ids?: number[];
                /** @description Only calls with one of these statuses. It is no filter for `customer.*`. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[];
            };
            /** @description Whether events are sent. */
            is_enabled: boolean;
            /** @description Why the service has disabled it: `endpoint_gone` (the receiver answered 410) or `failing_for_120_hours`. Null where it is enabled, or an administrator has disabled it. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
        };
        WebhookChange: {
            /**
             * @description Where events are sent to: `https`, without credentials and fragment, on a public address. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url?: string;
            /**
             * @description Kinds of events to send.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events?: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "customer.created" | "customer.updated")[];
            /** @description Human-readable name of the webhook. Without one, or with null, it is the host of the URL, without a port. */
            label?: string | null;
            /** @description What to send of those kinds: what passes all of the filters. One that is missing or empty lets everything pass. They are replaced whole; null clears them. */
            filters?: {
                /** @description Only what belongs to one of these projects. */
                project_ids?: number[] | null;
                /** @description Only calls with one of these statuses. It is no filter for `customer.*`. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[] | null;
            } | null;
            /** @description Whether events are sent. */
            is_enabled?: boolean;
            /** @description Set by the service; ignored in a request. */
            readonly webhook_id?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly disabled_reason?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly secret?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly created_at?: unknown;
            /** @description Set by the service; ignored in a request. */
            readonly updated_at?: unknown;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
