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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Sort direction: `asc` lists the oldest items first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Returns only customers of this project. */
                    project_id?: number;
                    /** @description Returns only the customer with exactly this `external_id`. */
                    external_id?: string;
                    /** @description Returns only customers whose `tel1` is this number, in any format that creation accepts. Encode `+` as `%2B`. */
                    tel1?: string;
                    /** @description Returns only customers whose `name`, `name_kana` or `company_name` contains this text. Ignores case, full and half width, hiragana and katakana differences, and spaces in Japanese names. */
                    q?: string;
                    /** @description Returns only customers that changed at or after this time (RFC 3339), or since the start of this day in UTC (`YYYY-MM-DD`). To synchronize incrementally, send a time some minutes before the previous run began: a change may become visible only after its `updated_at`. */
                    updated_since?: string;
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The created customer. */
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
                /** @description With `on_duplicate` `update`: all items updated customers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BulkOutcome"];
                        };
                    };
                };
                /** @description No item failed, and at least one was created. */
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
                /** @description Some items failed; the others were created or updated. */
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
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `customer_id` of the customer. Unknown ids, ids of other tenants and values that are not numbers return 404. */
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
                    /** @description The `customer_id` of the customer. Unknown ids, ids of other tenants and values that are not numbers return 404. */
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
                /** @description The updated customer. */
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
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `customer_id` of the customer. Unknown ids, ids of other tenants and values that are not numbers return 404. */
                    customerId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The customer was deleted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["DeletedCustomer"];
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
    "/customers/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `external_id` of the customer, percent-encoded. */
                    externalId: string;
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
                    /** @description The `external_id` of the customer, percent-encoded. */
                    externalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerUpsert"];
                };
            };
            responses: {
                /** @description The updated customer. */
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
                /** @description The created customer. */
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
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Returns only this number. Encode `+` as `%2B`. */
                    number?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of blocked numbers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BlockedNumber"][];
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
                    "application/json": components["schemas"]["NewBlockedNumber"];
                };
            };
            responses: {
                /** @description The number was blocked already. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BlockedNumber"];
                        };
                    };
                };
                /** @description The blocked number. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BlockedNumber"];
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
    "/blocked-numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The phone number, with its `+` encoded as `%2B`. */
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The number that is no longer blocked. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BlockedNumber"];
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
                    /** @description First day of the period, as `YYYY-MM-DD`. At most 180 days before today. */
                    from: string;
                    /** @description Last day of the period (inclusive), as `YYYY-MM-DD`. At most 31 days after `from`. */
                    to: string;
                    /** @description IANA name of the time zone in which the days of `from` and `to` begin and end. */
                    timezone?: string;
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Sort direction: `asc` lists the oldest items first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Returns only calls with this status: `initiating`, `ringing`, `connected`, `no_answer`, `busy`, `rejected`, `canceled`, `failed`, `missed_call`, `voicemail`. Separate several statuses with commas. */
                    status?: string;
                    /** @description Returns only calls of this staff member. Separate several ids with commas. */
                    staff_id?: string;
                    /** @description Returns only calls of this project. Separate several ids with commas. */
                    project_id?: string;
                    /** @description Returns only calls of this type: `outbound` or `inbound`. Separate several types with commas. */
                    call_type?: string;
                    /** @description Returns only the call with this `external_id`. Separate several ids with commas. */
                    external_id?: string;
                    /** @description Returns only calls with this customer. Separate several ids with commas. */
                    customer_id?: string;
                    /** @description Returns only calls with this phone number, in any form that `POST /calls/initiate` accepts; numbers are compared in E.164 format. A number without `+` is read as a national number of the default country of the tenant. Write the `+` as `%2B` in a URL. */
                    phone_number?: string;
                    /** @description Returns only calls with this tag. Separate several tags with commas. */
                    tag?: string;
                    /** @description Returns only calls with this outcome. Separate several outcomes with commas. */
                    outcome?: string;
                    /** @description Returns only calls whose transcript, summary or note contain all of these words, in any order. Case, width and the kind of kana make no difference. */
                    q?: string;
                    /** @description Selects `test` or `live` calls for this request. */
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
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
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
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CallChange"];
                };
            };
            responses: {
                /** @description The call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Call"] | components["schemas"]["UnreadableCall"];
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
                /** @description The call was accepted. Dialing starts now. */
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
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The ended call. */
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
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call after the change. */
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
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call after the change. */
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
    "/calls/{callId}/recording/pause": {
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
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call after the change. */
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
    "/calls/{callId}/recording/resume": {
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
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call after the change. */
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
                    /** @description First step to run again: `voice_analysis`, `transcription` or `summary`. The steps after it run again too, because they use its result. Default: the first step that is not `ready`. */
                    from?: "voice_analysis" | "transcription" | "summary";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call, with the state of its analyses. */
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
                    /** @description File format: `wav` is the original recording, `mp3` has about a fifth of its size. Default: `mp3` if the request has the header `Accept: audio/mpeg`, otherwise `wav`. */
                    format?: "wav" | "mp3";
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The whole recording. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/wav": string;
                        "audio/mpeg": string;
                    };
                };
                /** @description The requested byte range of the recording. */
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
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The call, without its recording. */
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
                    /** @description First day of the period, as `YYYY-MM-DD`. At most 180 days before today. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    from?: string;
                    /** @description Last day of the period (inclusive), as `YYYY-MM-DD`. At most 31 days after `from`. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    to?: string;
                    /** @description IANA name of the time zone in which the days of `from` and `to` begin and end. */
                    timezone?: string;
                    /** @description Length of each row in `periods`: `day`, `week` (ISO week, starting on Monday) or `month`. */
                    granularity?: "day" | "week" | "month";
                    /** @description Returns only calls of this project. Separate several ids with commas. */
                    project_id?: string;
                    /** @description Returns only calls of this staff member. Separate several ids with commas. */
                    staff_id?: string;
                    /** @description Returns only calls of this type: `outbound` or `inbound`. Separate several types with commas. */
                    call_type?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The figures of the whole period and of its days, weeks or months. */
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Sort direction: `asc` lists the oldest items first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description First day of the period, as `YYYY-MM-DD`. At most 180 days before today. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    from?: string;
                    /** @description Last day of the period (inclusive), as `YYYY-MM-DD`. At most 31 days after `from`. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    to?: string;
                    /** @description IANA name of the time zone in which the days of `from` and `to` begin and end. */
                    timezone?: string;
                    /** @description Returns only calls with this status: `initiating`, `ringing`, `connected`, `no_answer`, `busy`, `rejected`, `canceled`, `failed`, `missed_call`, `voicemail`. Separate several statuses with commas. */
                    status?: string;
                    /** @description Returns only calls of this staff member. Separate several ids with commas. */
                    staff_id?: string;
                    /** @description Returns only calls of this project. Separate several ids with commas. */
                    project_id?: string;
                    /** @description Returns only calls of this type: `outbound` or `inbound`. Separate several types with commas. */
                    call_type?: string;
                    /** @description Returns only the call with this `external_id`. Separate several ids with commas. */
                    external_id?: string;
                    /** @description Returns only calls with this customer. Separate several ids with commas. */
                    customer_id?: string;
                    /** @description Returns only calls with this phone number, in any form that `POST /calls/initiate` accepts; numbers are compared in E.164 format. A number without `+` is read as a national number of the default country of the tenant. Write the `+` as `%2B` in a URL. */
                    phone_number?: string;
                    /** @description Returns only calls with this tag. Separate several tags with commas. */
                    tag?: string;
                    /** @description Returns only calls with this outcome. Separate several outcomes with commas. */
                    outcome?: string;
                    /** @description Returns only calls whose transcript, summary or note contain all of these words, in any order. Case, width and the kind of kana make no difference. */
                    q?: string;
                    /** @description Selects `test` or `live` calls for this request. */
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description First day of the period, as `YYYY-MM-DD`. At most 180 days before today. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    from?: string;
                    /** @description Last day of the period (inclusive), as `YYYY-MM-DD`. At most 31 days after `from`. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    to?: string;
                    /** @description IANA name of the time zone in which the days of `from` and `to` begin and end. */
                    timezone?: string;
                    /** @description Returns only calls of this project. Separate several ids with commas. */
                    project_id?: string;
                    /** @description Returns only calls of this staff member. Separate several ids with commas. */
                    staff_id?: string;
                    /** @description Returns only calls of this type: `outbound` or `inbound`. Separate several types with commas. */
                    call_type?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of staff members with their figures. */
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
    "/reports/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description First day of the period, as `YYYY-MM-DD`. At most 180 days before today. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    from?: string;
                    /** @description Last day of the period (inclusive), as `YYYY-MM-DD`. At most 31 days after `from`. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    to?: string;
                    /** @description IANA name of the time zone in which the days of `from` and `to` begin and end. */
                    timezone?: string;
                    /** @description Returns only calls of this project. Separate several ids with commas. */
                    project_id?: string;
                    /** @description Returns only calls of this staff member. Separate several ids with commas. */
                    staff_id?: string;
                    /** @description Returns only calls of this type: `outbound` or `inbound`. Separate several types with commas. */
                    call_type?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of tags and outcomes with their figures. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["LabelFigures"][];
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Sort direction: `asc` lists the oldest items first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of webhooks. */
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
                /** @description The created webhook, with its signing secret. */
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
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
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
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
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
                /** @description The updated webhook. */
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
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The webhook was deleted. */
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
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The new signing secret. */
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Returns only deliveries with this status. */
                    status?: "pending" | "delivered" | "failed" | "canceled";
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
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
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
                    webhookId: number;
                    /** @description The `delivery_id` of the delivery. Unknown ids and deliveries older than 30 days return 404. */
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The delivery, queued again, without the bodies of earlier responses. */
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
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
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
                /** @description The deliveries are queued. */
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
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
                    webhookId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The result of the test. Check `success`. */
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
                    /** @description Streams only events of this type: `call.initiated`, `call.ringing`, `call.connected`, `call.held`, `call.resumed`, `call.completed`, `call.missed`, `call.analyzed`, `call.updated`, `customer.created`, `customer.updated`, `customer.deleted`. Separate several types with commas. Default: all types. */
                    types?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A stream of events that stays open until the client or the server closes it. */
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
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The current session. */
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
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session has ended. */
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
                /** @description All sessions have ended. */
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
                /** @description The current session, with the recovery codes. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["SessionWithCodes"];
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
                /** @description The key for the authenticator app. */
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
                /** @description The current session. */
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
    "/session/recovery-codes": {
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
                    "application/json": components["schemas"]["PasswordAndCode"];
                };
            };
            responses: {
                /** @description The recovery codes. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RecoveryCodes"];
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
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of sessions. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["OwnSession"][];
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
    "/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `session_id` of the session. */
                    sessionId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session has ended. */
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
    "/session/log-out-elsewhere": {
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
                /** @description The other sessions have ended. */
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The created administrator, with the one-time password. */
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
                /** @description The updated administrator. */
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
                /** @description The administrator was removed. */
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
    "/administrators/{administratorId}/reset-password": {
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
                    /** @description The `administrator_id` of the administrator. */
                    administratorId: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            responses: {
                /** @description The administrator, with the one-time password. */
                200: {
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
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of invitations. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Invitation"][];
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
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            responses: {
                /** @description The invitation, with its link. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CreatedInvitation"];
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
    "/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `invitation_id` of the invitation. */
                    invitationId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The invitation was revoked. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RevokedInvitation"];
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
    "/session/invitation/check": {
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
                    "application/json": components["schemas"]["InvitationToken"];
                };
            };
            responses: {
                /** @description The invitation. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["OpenInvitation"];
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
    "/session/invitation": {
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
                    "application/json": components["schemas"]["AcceptedInvitation"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The tenant. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Tenant"];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TenantChange"];
                };
            };
            responses: {
                /** @description The tenant. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Tenant"];
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Returns only entries of this administrator. */
                    administrator_id?: number;
                    /** @description Returns only entries with this action, such as `key.created`. */
                    action?: string;
                    /** @description Returns only entries from the start of this day in UTC (`YYYY-MM-DD`), or from this time (RFC 3339). */
                    from?: string;
                    /** @description Returns only entries until the end of this day in UTC (`YYYY-MM-DD`), or before this time (RFC 3339). */
                    to?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of audit log entries. */
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
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Returns only requests of this API key. */
                    key_id?: number;
                    /** @description Returns only requests of this operation, such as `listCalls`. */
                    operation?: string;
                    /** @description Returns only requests that succeeded, or only those that failed (status 400 or higher). */
                    outcome?: "succeeded" | "failed";
                    /** @description Returns only the requests with this id. */
                    request_id?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of requests. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RequestLogEntry"][];
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
    "/reports/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description First day of the period, as `YYYY-MM-DD`. At most 180 days before today. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    from?: string;
                    /** @description Last day of the period (inclusive), as `YYYY-MM-DD`. At most 31 days after `from`. Send both `from` and `to`, or neither: the default is the last 30 days, including today. */
                    to?: string;
                    /** @description IANA name of the time zone in which the days of `from` and `to` begin and end. */
                    timezone?: string;
                    /** @description Counts the inbound calls that were answered within this many seconds. */
                    answered_within?: 10 | 15 | 20 | 30 | 45 | 60 | 90 | 120;
                    /** @description Returns only calls of this project. Separate several ids with commas. */
                    project_id?: string;
                    /** @description Returns only calls of this staff member. Separate several ids with commas. */
                    staff_id?: string;
                    /** @description Returns only calls of this type: `outbound` or `inbound`. Separate several types with commas. */
                    call_type?: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The figures of both periods. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ReportOverview"];
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
    "/customers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Sort direction: `asc` lists the oldest items first, `desc` the newest. */
                    sort?: "asc" | "desc";
                    /** @description Returns only customers of this project. */
                    project_id?: number;
                    /** @description Returns only customers whose `name`, `name_kana` or `company_name` contains this text, whose `external_id` is this text, or whose `tel1`, `tel2` or `tel3` is this number in any format. The text ignores case, full and half width, hiragana and katakana differences, and spaces in Japanese names. */
                    q?: string;
                    /** @description Selects `test` or `live` calls for this request. */
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
                            data: components["schemas"]["FoundCustomer"][];
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
    "/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The present state. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Home"];
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
    "/call-signs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description The `call_id` of one call, or of up to 200 calls, separated by commas. */
                    call_ids: string;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One item per call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["CallSigns"][];
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
    "/calls/{callId}/voice-average": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404. */
                    callId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The average. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["VoiceAverage"];
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
    "/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of erasures. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Erasure"][];
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
                    "application/json": components["schemas"]["NewErasure"];
                };
            };
            responses: {
                /** @description The finished erasure, or the preview. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Erasure"];
                        };
                    };
                };
                /** @description The erasure has begun and goes on. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Erasure"];
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
    "/erasures/{erasureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description Id of the erasure. */
                    erasureId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The erasure. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Erasure"];
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
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404. */
                    webhookId: number;
                    /** @description The `delivery_id` of the delivery. Unknown ids and deliveries older than 30 days return 404. */
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The delivery, with its request. */
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The created key. */
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
                    /** @description The `key_id` of the API key. */
                    keyId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The revoked key. */
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
                    /** @description The `key_id` of the API key. */
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
                    /** @description Whether to also return staff members who were removed, and for a supervisor those who had calls in their projects before, for the names of past calls. */
                    include_removed?: boolean;
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of staff members. */
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
                /** @description The created staff member. */
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
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The updated staff member. */
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
        delete: {
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
                /** @description The staff member was removed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RemovedStaff"];
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
                /** @description The SIP account, with its password. */
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
                    /** @description Returns only active projects, or only those that were removed. */
                    is_active?: boolean;
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of projects. */
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
                /** @description The created project. */
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
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The updated project. */
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
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `project_id` of the project. */
                    projectId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The project was removed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RemovedProject"];
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The added number. */
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
                    /** @description The phone number in E.164 format. `+` can be sent as it is, or encoded as `%2B`. */
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
                /** @description The updated number. */
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
                    /** @description The phone number in E.164 format. `+` can be sent as it is, or encoded as `%2B`. */
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The number was removed. */
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The created trunk. */
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
                /** @description The updated trunk. */
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
                /** @description The trunk was removed. */
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
    "/staff/{staffId}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The effects of the removal. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["StaffRemoval"];
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
    "/projects/{projectId}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
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
                /** @description The effects of the removal. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ProjectRemoval"];
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
    "/projects/{projectId}/restore": {
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
                    /** @description The `project_id` of the project. */
                    projectId: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The project is active. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RestoredProject"];
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
    "/numbers/{number}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The phone number in E.164 format. `+` can be sent as it is, or encoded as `%2B`. */
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The effects of the removal. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["NumberRemoval"];
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
    "/trunks/{name}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Selects `test` or `live` calls for this request. */
                    mode?: "test" | "live";
                };
                header?: never;
                path: {
                    /** @description The name of the trunk. */
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The effects of the removal. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["TrunkRemoval"];
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedInvitation: {
            /** @description The part of the link after the `#`. */
            token: string;
            /** @description New password, 12 to 200 characters. */
            password: string;
        };
        /** @description A person who can sign in to the console. */
        Administrator: {
            /** @description Id of the administrator, assigned by the service. */
            administrator_id: number;
            /** @description Email address for signing in. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @enum {string}
             */
            role: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids: number[];
            /** @description True while the administrator still has an issued password and must choose their own. */
            must_change_password: boolean;
            /** @description Whether two-factor authentication is on: signing in requires a code. */
            has_totp: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        AdministratorChange: {
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @enum {string}
             */
            role?: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids?: number[];
            /** @description Set by the service. Ignored in requests. */
            readonly administrator_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly must_change_password?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly has_totp?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly password?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly email?: unknown;
        };
        /** @description Webhooks, trunks and keys that have a problem; at most 20 webhooks and 20 keys. */
        Attention: {
            /** @description Webhooks that fail or were disabled by the service. Empty for viewers and without the license. */
            webhooks: components["schemas"]["TroubledWebhook"][];
            /** @description Trunks that do not work. Empty in test mode. */
            trunks: components["schemas"]["TroubledTrunk"][];
            /** @description Valid keys of the mode of the request that expire within 14 days and were not rotated. */
            keys: components["schemas"]["ExpiringKey"][];
        };
        /** @description One action of an administrator, or the erasure of a person by the operator. */
        AuditEntry: {
            /** @description Id of the entry. Later entries have higher ids. */
            audit_id: number;
            /**
             * Format: date-time
             * @description Time of the action.
             * @example 2026-11-15T09:30:00.000Z
             */
            at: string;
            /** @description Administrator who performed the action. They may have been removed since. Null if the operator performed it. */
            administrator_id: number | null;
            /** @description Email address of the administrator at the time. Null if the operator performed the action. */
            administrator_email: string | null;
            /** @description The action, such as `key.created`. */
            action: string;
            /** @description Id or name of the object that was changed. Null if the action has none. */
            subject: string | null;
            /** @description Details of the action, such as the changed fields. It never contains secrets. */
            details: {
                [key: string]: unknown;
            };
            /** @description IP address of the client. Null if the operator performed the action. */
            ip: string | null;
        };
        /** @description A staff member. */
        AvailableStaff: {
            /** @description Id of the staff member. */
            staff_id: number;
            /** @description Name of the staff member. */
            name: string;
            /**
             * @description Whether the staff member can take a call at this moment.
             * @enum {string}
             */
            availability: "available" | "busy" | "unreachable";
        };
        /** @description Key for an authenticator app. */
        BegunTotp: {
            /** @description Secret key in base32, to type into the authenticator app. It is returned only here. */
            secret: string;
            /** @description The same key as an `otpauth:` URI, to show as a QR code. */
            otpauth_uri: string;
        };
        /** @description A number that the tenant must not call. */
        BlockedNumber: {
            /**
             * @description Phone number in E.164 format.
             * @example +819012345678
             */
            number: string;
            /** @description Why the number must not be called. Null if unset. */
            reason: string | null;
            /**
             * Format: date-time
             * @description Time at which the number was added.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description Changes of the customer who has this `external_id`, with `on_duplicate` `update`. A customer who does not exist yet requires `project_id` and `name`. */
        BulkChange: {
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id?: number;
            /** @description Name of the person or company. */
            name?: string;
            /** @description Id of the customer in your own system. */
            external_id: string;
            /**
             * @description Phone number. Spaces, hyphens, dots and parentheses are accepted and removed. A number without `+` is read as a national number of the default country of the tenant; if the tenant has none, the `+` is required. Stored and returned as E.164: `+` and 7 to 15 digits.
             * @example +81 90-1234-5678
             */
            tel1?: string | null;
            /**
             * @description Second phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel2?: string | null;
            /**
             * @description Third phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel3?: string | null;
            /** @description Phonetic reading of the name (furigana), such as `ヤマダ タロウ`. Requests also accept the key `kana`. Null if unset. */
            name_kana?: string | null;
            /** @description Email address. Null if unset. */
            email?: string | null;
            /** @description Company that the person works for. Null if unset. */
            company_name?: string | null;
            /** @description Postal address, as one text. Null if unset. */
            address?: string | null;
            /** @description Free-form notes. Null if unset. */
            notes?: string | null;
            /** @description Your own fields, as any JSON object of at most 16 KiB and 64 levels. An update replaces the whole object. Null if unset. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Alias of `name_kana`. Send only one of the two. */
            kana?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
        };
        /** @description Why the service rejected an item. */
        BulkError: {
            /**
             * @description Error code: the same as if the item had been sent alone to `POST /customers`.
             * @example duplicate_external_id
             */
            code: string;
            /** @description Explanation of the error and the next step, for people. The wording may change. */
            message: string;
            /** @description All faults of the item. If the items together have too many faults, the first ones and a detail with the code `more_faults`. */
            details: components["schemas"]["ErrorDetail"][];
        };
        /** @description Counts and results of a bulk request. */
        BulkOutcome: {
            /** @description Number of items in the request. */
            total: number;
            /** @description Number of customers that were created. */
            created: number;
            /** @description Number of items that updated a customer. Only with `on_duplicate` `update`. */
            updated?: number;
            /** @description Number of items that failed. */
            failed: number;
            /** @description One result per item, in the order of `customers`. */
            results: components["schemas"]["BulkResult"][];
        };
        /** @description Result of one item. */
        BulkResult: {
            /** @description Position of the item in `customers`, starting at 0. */
            index: number;
            /**
             * @description `created`: the customer was created. `updated`: with `on_duplicate` `update`, the customer existed and has the fields of the item. `failed`: the item was rejected; see `error`.
             * @enum {string}
             */
            status: "created" | "updated" | "failed";
            /** @description Id of the customer; null if the item failed. */
            customer_id: number | null;
            /** @description The `external_id` of the item, as sent; null if it has none or it is too long. */
            external_id: string | null;
            /** @description Why the item failed; null if it was created. */
            error: components["schemas"]["BulkError"] | null;
        };
        /** @description A call with all its fields, and its full phone number. */
        Call: {
            /**
             * @description Id of the call, assigned by the service: `call_` and 26 characters. Ids sort by time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description `outbound`: the staff member calls the customer. `inbound`: the customer calls one of your numbers.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Current state or final result. `initiating`: accepted, and the called party does not ring yet. `ringing`: the phone of the called party rings. `connected`: answered. Final results without a conversation: `no_answer`, `busy`, `rejected` (the called party declined), `canceled` (hung up before the answer), `failed` (see `end_reason`), `missed_call` (inbound, not answered), `voicemail` (a voicemail box answered, or the caller left a message). A call that was answered stays `connected` after it ends: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /**
             * @description Full phone number of the customer: as sent in `POST /calls/initiate`, or as the caller showed it. Null after an administrator has erased the person.
             * @example +81-90-1234-5678
             */
            phone_number: string | null;
            /** @description Staff member of the call. Null for an inbound call that rang several staff members or none, until one of them answers. */
            staff_id: number | null;
            /** @description Project of the call. */
            project_id: number;
            /**
             * Format: date-time
             * @description Time of the answer for a connected call, otherwise the start of dialing. Null until dialing starts.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the call ended. Null while it is in progress.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Talk time from answer to end, in whole seconds. 0 if the call was never answered, null while it is in progress. */
            duration_seconds: number | null;
            /** @description Your own id for the call, from `POST /calls/initiate`. Null if none was sent. */
            external_id: string | null;
            /** @description Customer with this phone number, looked up when the call started. Null if no customer matched. */
            customer_id: number | null;
            /**
             * Format: date-time
             * @description Time at which the call was accepted. It never changes; lists and reports sort and filter by it.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
            /**
             * Format: date-time
             * @description Time at which the called party answered: the customer of an outbound call, the staff member of an inbound one. Null if the call was not answered, or only by voicemail.
             * @example 2026-11-15T09:30:00.000Z
             */
            answered_at: string | null;
            /** @description How long the phone of the called party rang, in whole seconds. Null if it did not ring, or is still ringing. */
            ring_seconds: number | null;
            /** @description Exact reason for the end, null while the call is in progress: `completed` (a party hung up after the conversation), `hung_up_by_api`, `too_long`, `media_lost`; `no_answer`, `busy`, `rejected`, `canceled_by_staff`, `canceled_by_api`, `caller_gave_up`, `voicemail`; `staff_no_answer`, `staff_busy`, `staff_rejected`, `staff_unreachable` (no staff member answered; in an outbound call the customer was never called); `invalid_number`, `unreachable`, `trunk_error`, `trunk_down`, `engine_error`, `system_recovered`. New values may be added. */
            end_reason: string | null;
            /**
             * @description The party that ended the call: `staff`, `customer`, or `system` (Trunkline or the telephone network). Null while the call is in progress.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description Last SIP response code of the telephone network, such as 486 for busy. Null if there was none. */
            sip_code: number | null;
            /** @description Q.850 cause code of the telephone network, such as 16 for normal clearing. Null if there was none. */
            q850_cause: number | null;
            /** @description State of the staff leg: `dialling`, `ringing`, `answered` or `ended`. Null if this leg was never dialed. */
            staff_leg_status: string | null;
            /** @description State of the customer leg, with the same values as `staff_leg_status`. */
            customer_leg_status: string | null;
            /** @description Whether the call is on hold now. */
            is_on_hold: boolean;
            /** @description Total time on hold in whole seconds, including a hold that is in progress. */
            hold_seconds: number;
            /** @description All holds of the call, in order of time. */
            holds: {
                /** @description Start of the hold, in seconds after the answer. */
                start_seconds: number;
                /** @description End of the hold, in seconds after the answer. Null while the hold is in progress. */
                end_seconds: number | null;
            }[];
            /** @description True for a test call, which is simulated and rings no phone. */
            test: boolean;
            /** @description Your own data, from `POST /calls/initiate` or `PUT /calls/{callId}`. Null if none was sent. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Your own note about the call. Null if none was written. */
            note: string | null;
            /**
             * @description Your own tags, in the order in which they were sent: at most 20, each of 1 to 50 characters without a comma.
             * @example [
             *       "delivery",
             *       "follow-up"
             *     ]
             */
            tags: string[];
            /**
             * @description Your own result of the call, 1 to 50 characters without a comma. Null if none was set.
             * @example callback
             */
            outcome: string | null;
            /**
             * Format: date-time
             * @description Time of the last change: of the call itself, or of its note, tags, outcome or metadata. A request that changes nothing leaves it as it is.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /** @description The recording of the call. Null if there is none, while the call is in progress (unless the recording has been paused), and for a moment after a hang-up through the API. */
            recording: components["schemas"]["Recording"] | null;
            /** @description Transcript of the conversation. Null while the call is in progress, and if it never connected. */
            transcription: components["schemas"]["Transcription"] | null;
            /** @description Summary of the conversation. Null while the call is in progress, and if it never connected. */
            summary: components["schemas"]["CallSummary"] | null;
            /** @description Measurements of how the parties spoke. Null while the call is in progress, and if it never connected. */
            voice_analysis: components["schemas"]["VoiceAnalysis"] | null;
        };
        CallChange: {
            /** @description Your own note about the call. Null if none was written. */
            note?: string | null;
            /**
             * @description Your own tags, in the order in which they were sent: at most 20, each of 1 to 50 characters without a comma.
             * @example [
             *       "delivery",
             *       "follow-up"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description Your own result of the call, 1 to 50 characters without a comma. Null if none was set.
             * @example callback
             */
            outcome?: string | null;
            /** @description Your own data, as any JSON object of at most 16 KiB and 64 levels. Replaced as a whole. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Cannot change: send the current value, or leave it out. */
            external_id?: string | null;
            /** @description Cannot change: send the current value, or leave it out. */
            staff_id?: number | null;
            /** @description Cannot change: send the current value, or leave it out. */
            project_id?: number;
            /** @description Cannot change: send the current value, or leave it out. The masked number, or the same number in another notation, counts as the current value. */
            phone_number?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly call_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly call_type?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly status?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly started_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly ended_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly duration_seconds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly initiated_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly answered_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly ring_seconds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly end_reason?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly hangup_by?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly sip_code?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly q850_cause?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly staff_leg_status?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_leg_status?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly is_on_hold?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly hold_seconds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly holds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly test?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly recording?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly transcription?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly summary?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly voice_analysis?: unknown;
        };
        /** @description Figures of the whole period. */
        CallFigures: {
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Number of calls with the status `no_answer`. */
            no_answer_calls: number;
            /** @description Number of inbound calls that were not answered (status `missed_call`). */
            missed_calls: number;
            /** @description Number of all other calls: `initiating`, `ringing`, `busy`, `rejected`, `canceled`, `failed` and `voicemail`. */
            other_calls: number;
            /** @description Total talk time of the ended calls: the sum of their `duration_seconds`. */
            total_duration_seconds: number;
            /** @description Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none. */
            average_duration_seconds: number | null;
            /** @description Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended. */
            success_rate: number | null;
        };
        /** @description A call in a list, with its phone number masked. */
        CallItem: {
            /**
             * @description Id of the call, assigned by the service: `call_` and 26 characters. Ids sort by time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description `outbound`: the staff member calls the customer. `inbound`: the customer calls one of your numbers.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Current state or final result. `initiating`: accepted, and the called party does not ring yet. `ringing`: the phone of the called party rings. `connected`: answered. Final results without a conversation: `no_answer`, `busy`, `rejected` (the called party declined), `canceled` (hung up before the answer), `failed` (see `end_reason`), `missed_call` (inbound, not answered), `voicemail` (a voicemail box answered, or the caller left a message). A call that was answered stays `connected` after it ends: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /**
             * @description Phone number of the customer, masked: only the first three and the last four digits are visible. `anonymous` if the caller withholds the number. Null after an administrator has erased the person.
             * @example 819*****5678
             */
            phone_number: string | null;
            /** @description Staff member of the call. Null for an inbound call that rang several staff members or none, until one of them answers. */
            staff_id: number | null;
            /** @description Project of the call. */
            project_id: number;
            /**
             * Format: date-time
             * @description Time of the answer for a connected call, otherwise the start of dialing. Null until dialing starts.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the call ended. Null while it is in progress.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Talk time from answer to end, in whole seconds. 0 if the call was never answered, null while it is in progress. */
            duration_seconds: number | null;
            /** @description Your own id for the call, from `POST /calls/initiate`. Null if none was sent. */
            external_id: string | null;
        };
        /** @description Data about a listed call that the list itself lacks. */
        CallSigns: {
            /** @description Id of the call. */
            call_id: string;
            /** @description The customer of the call. Null if the number belongs to no customer, or if the customer was deleted. */
            customer: {
                /** @description Id of the customer. */
                customer_id: number;
                /** @description Name of the customer. */
                name: string;
            } | null;
            /** @description Length of the recording, in seconds. Null if there is none to play. */
            recording_seconds: number | null;
            /** @description True if the recording is a message that the caller left. */
            has_voicemail: boolean;
            /** @description True if the call has a transcript with words. */
            has_transcript: boolean;
            /** @description True if the call has a note. */
            has_note: boolean;
            /** @description Tags of the call. */
            tags: string[];
            /** @description Outcome of the call. Null if it has none. */
            outcome: string | null;
        };
        /** @description Summary of a call. */
        CallSummary: {
            /**
             * @description `pending`: in progress or queued. `ready`: finished. `failed`: an error occurred; you can request it again with `POST /calls/{callId}/analyze`. `unavailable`: not possible for this call; see `reason`.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why there is no result; null if the status is `pending` or `ready`. For example `no_recording`, `recording_deleted`, `switched_off` (analysis is turned off for the project or tenant), `mono_recording` (the parties cannot be separated), `no_engine_for_language`, `language_uncertain` (no language could be detected with enough certainty), `no_speech`, `no_transcription` or `engine_unreachable`. New values may be added. */
            reason: string | null;
            /** @description Name and version of the engine that produced the result. Null if there is no result. */
            engine: string | null;
            /**
             * Format: date-time
             * @description Time at which the analysis finished. Null while it is pending.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * @description `extractive`: sentences taken from the transcript. `abstractive`: newly written by a language model. Null if there is no summary.
             * @enum {string|null}
             */
            method: "extractive" | "abstractive" | null;
            /** @description Language of the summary, such as `ja` or `en`. Null if there is no summary. */
            language: string | null;
            /** @description Summary of the call in a few sentences. Null if there is none. */
            text: string | null;
            /** @description Most important statements of the call. */
            key_points: string[];
            /** @description Most prominent words of the call. */
            keywords: string[];
            /** @description Tasks that the parties agreed on. Null if they were not determined, as with the `extractive` method; empty if there are none. */
            action_items: string[] | null;
        };
        /** @description The call without a link to the recording, and without the content of the analyses. `GET /calls/{callId}` returns those. The phone number is masked unless the key has the scope `calls:read`. */
        ChangedCall: {
            /**
             * @description Id of the call, assigned by the service: `call_` and 26 characters. Ids sort by time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description `outbound`: the staff member calls the customer. `inbound`: the customer calls one of your numbers.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Current state or final result. `initiating`: accepted, and the called party does not ring yet. `ringing`: the phone of the called party rings. `connected`: answered. Final results without a conversation: `no_answer`, `busy`, `rejected` (the called party declined), `canceled` (hung up before the answer), `failed` (see `end_reason`), `missed_call` (inbound, not answered), `voicemail` (a voicemail box answered, or the caller left a message). A call that was answered stays `connected` after it ends: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /** @description Staff member of the call. Null for an inbound call that rang several staff members or none, until one of them answers. */
            staff_id: number | null;
            /** @description Project of the call. */
            project_id: number;
            /**
             * Format: date-time
             * @description Time of the answer for a connected call, otherwise the start of dialing. Null until dialing starts.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the call ended. Null while it is in progress.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Talk time from answer to end, in whole seconds. 0 if the call was never answered, null while it is in progress. */
            duration_seconds: number | null;
            /** @description Your own id for the call, from `POST /calls/initiate`. Null if none was sent. */
            external_id: string | null;
            /** @description Customer with this phone number, looked up when the call started. Null if no customer matched. */
            customer_id: number | null;
            /**
             * Format: date-time
             * @description Time at which the call was accepted. It never changes; lists and reports sort and filter by it.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
            /**
             * Format: date-time
             * @description Time at which the called party answered: the customer of an outbound call, the staff member of an inbound one. Null if the call was not answered, or only by voicemail.
             * @example 2026-11-15T09:30:00.000Z
             */
            answered_at: string | null;
            /** @description How long the phone of the called party rang, in whole seconds. Null if it did not ring, or is still ringing. */
            ring_seconds: number | null;
            /** @description Exact reason for the end, null while the call is in progress: `completed` (a party hung up after the conversation), `hung_up_by_api`, `too_long`, `media_lost`; `no_answer`, `busy`, `rejected`, `canceled_by_staff`, `canceled_by_api`, `caller_gave_up`, `voicemail`; `staff_no_answer`, `staff_busy`, `staff_rejected`, `staff_unreachable` (no staff member answered; in an outbound call the customer was never called); `invalid_number`, `unreachable`, `trunk_error`, `trunk_down`, `engine_error`, `system_recovered`. New values may be added. */
            end_reason: string | null;
            /**
             * @description The party that ended the call: `staff`, `customer`, or `system` (Trunkline or the telephone network). Null while the call is in progress.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description Last SIP response code of the telephone network, such as 486 for busy. Null if there was none. */
            sip_code: number | null;
            /** @description Q.850 cause code of the telephone network, such as 16 for normal clearing. Null if there was none. */
            q850_cause: number | null;
            /** @description State of the staff leg: `dialling`, `ringing`, `answered` or `ended`. Null if this leg was never dialed. */
            staff_leg_status: string | null;
            /** @description State of the customer leg, with the same values as `staff_leg_status`. */
            customer_leg_status: string | null;
            /** @description Whether the call is on hold now. */
            is_on_hold: boolean;
            /** @description Total time on hold in whole seconds, including a hold that is in progress. */
            hold_seconds: number;
            /** @description All holds of the call, in order of time. */
            holds: {
                /** @description Start of the hold, in seconds after the answer. */
                start_seconds: number;
                /** @description End of the hold, in seconds after the answer. Null while the hold is in progress. */
                end_seconds: number | null;
            }[];
            /** @description True for a test call, which is simulated and rings no phone. */
            test: boolean;
            /** @description Your own data, from `POST /calls/initiate` or `PUT /calls/{callId}`. Null if none was sent. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Your own note about the call. Null if none was written. */
            note: string | null;
            /**
             * @description Your own tags, in the order in which they were sent: at most 20, each of 1 to 50 characters without a comma.
             * @example [
             *       "delivery",
             *       "follow-up"
             *     ]
             */
            tags: string[];
            /**
             * @description Your own result of the call, 1 to 50 characters without a comma. Null if none was set.
             * @example callback
             */
            outcome: string | null;
            /**
             * Format: date-time
             * @description Time of the last change: of the call itself, or of its note, tags, outcome or metadata. A request that changes nothing leaves it as it is.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /** @description The recording of the call. Null if there is none, while the call is in progress (unless the recording has been paused), and for a moment after a hang-up through the API. */
            recording: components["schemas"]["Recording"] | null;
            /**
             * @description Phone number of the customer, masked unless the key has the scope `calls:read`. Null after an administrator has erased the person.
             * @example 819*****5678
             */
            phone_number: string | null;
            /** @description State of this analysis, without its content. Null while the call is in progress, and if it never connected. */
            transcription: components["schemas"]["InsightState"] | null;
            /** @description State of this analysis, without its content. Null while the call is in progress, and if it never connected. */
            summary: components["schemas"]["InsightState"] | null;
            /** @description State of this analysis, without its content. Null while the call is in progress, and if it never connected. */
            voice_analysis: components["schemas"]["InsightState"] | null;
        };
        /** @description An administrator, with a new one-time password. */
        CreatedAdministrator: {
            /** @description Id of the administrator, assigned by the service. */
            administrator_id: number;
            /** @description Email address for signing in. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @enum {string}
             */
            role: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids: number[];
            /** @description True while the administrator still has an issued password and must choose their own. */
            must_change_password: boolean;
            /** @description Whether two-factor authentication is on: signing in requires a code. */
            has_totp: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /** @description One-time password for the first sign-in, at which the person chooses their own. It is returned only here. */
            password: string;
        };
        /** @description A new invitation, with its link. */
        CreatedInvitation: {
            /** @description Id of the invitation, assigned by the service. */
            invitation_id: number;
            /** @description Email address of the invited person, for signing in. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @enum {string}
             */
            role: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids: number[];
            /** @description Email address of the administrator who invited the person. */
            invited_by: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the link stops working.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
            /** @description Link for the invited person. It works once and is returned only here. */
            link: string;
        };
        /** @description A new API key, with the key itself. */
        CreatedKey: {
            /** @description Id of the key, assigned by the service. */
            key_id: number;
            /** @description Name of the key, such as the system that uses it. */
            name: string;
            /**
             * @description `test`: calls are simulated and ring no phone. `live`: calls ring real phones.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description Start and end of the key, to recognize it. */
            hint: string;
            /** @description Scopes of the key: the operations that it can use. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /** @description IP addresses and CIDR ranges, IPv4 or IPv6, that can use the key. Empty: any address. */
            allowlist: string[];
            /** @description Whether assistants can start live calls with the key, over `/mcp`. They can use the other operations of its scopes either way. It makes no difference for a test key. */
            allows_assistants: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the key expires or has expired. Null if it does not expire.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the key was revoked. Null if it was not.
             * @example 2026-11-15T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last request with this key, accurate to a few seconds. Null if it was never used.
             * @example 2026-11-15T09:30:00.000Z
             */
            last_used_at: string | null;
            /** @description Id of the key that replaces this one after a rotation. Null if it was not rotated. */
            replaced_by: number | null;
            /** @description The key itself. It is returned only here, so store it now. */
            key: string;
        };
        /** @description A new webhook, with its signing secret. */
        CreatedWebhook: {
            /** @description Id of the webhook, assigned by the service. */
            webhook_id: number;
            /** @description Name of the webhook, for people. */
            label: string;
            /**
             * @description HTTPS endpoint that receives the events as `POST` requests. It must be reachable at a public address; private addresses, credentials in the URL and fragments are not allowed. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url: string;
            /**
             * @description Types of the events to send, at least one.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "call.updated" | "customer.created" | "customer.updated" | "customer.deleted")[];
            /** @description Restricts the events. An event is sent if it passes both filters; a filter that is missing or empty passes everything. */
            filters: {
                /** @description Sends only events of calls and customers in one of these projects. */
                project_ids?: number[];
                /** @description Sends only events of calls with one of these statuses. Does not apply to `customer.*` events. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[];
            };
            /** @description Whether the webhook receives events. While it is false, events are not queued for it. */
            is_enabled: boolean;
            /** @description Why the service disabled the webhook: `endpoint_gone` (the endpoint responded with 410) or `failing_for_120_hours` (no successful delivery for 120 hours). Null if the webhook is enabled, or was disabled by a request. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Signing secret: `whsec_` and 32 bytes in base64. Your endpoint verifies the signature of each request with it. It is returned only here, so store it now.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        /** @description A person or company that the tenant calls or is called by. */
        Customer: {
            /** @description Id of the customer, assigned by the service. */
            customer_id: number;
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id: number;
            /** @description Name of the person or company. */
            name: string;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id: string | null;
            /**
             * @description Phone number in E.164 format: `+` and 7 to 15 digits. Null if unset.
             * @example +819012345678
             */
            tel1: string | null;
            /**
             * @description Phone number in E.164 format: `+` and 7 to 15 digits. Null if unset.
             * @example +819012345678
             */
            tel2: string | null;
            /**
             * @description Phone number in E.164 format: `+` and 7 to 15 digits. Null if unset.
             * @example +819012345678
             */
            tel3: string | null;
            /** @description Phonetic reading of the name (furigana), such as `ヤマダ タロウ`. Requests also accept the key `kana`. Null if unset. */
            name_kana: string | null;
            /** @description Email address. Null if unset. */
            email: string | null;
            /** @description Company that the person works for. Null if unset. */
            company_name: string | null;
            /** @description Postal address, as one text. Null if unset. */
            address: string | null;
            /** @description Free-form notes. Null if unset. */
            notes: string | null;
            /** @description Your own fields, as any JSON object of at most 16 KiB and 64 levels. An update replaces the whole object. Null if unset. */
            custom_fields: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
        };
        CustomerChange: {
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id?: number;
            /** @description Name of the person or company. */
            name?: string;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id?: string | null;
            /**
             * @description Phone number. Spaces, hyphens, dots and parentheses are accepted and removed. A number without `+` is read as a national number of the default country of the tenant; if the tenant has none, the `+` is required. Stored and returned as E.164: `+` and 7 to 15 digits.
             * @example +81 90-1234-5678
             */
            tel1?: string | null;
            /**
             * @description Second phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel2?: string | null;
            /**
             * @description Third phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel3?: string | null;
            /** @description Phonetic reading of the name (furigana), such as `ヤマダ タロウ`. Requests also accept the key `kana`. Null if unset. */
            name_kana?: string | null;
            /** @description Email address. Null if unset. */
            email?: string | null;
            /** @description Company that the person works for. Null if unset. */
            company_name?: string | null;
            /** @description Postal address, as one text. Null if unset. */
            address?: string | null;
            /** @description Free-form notes. Null if unset. */
            notes?: string | null;
            /** @description Your own fields, as any JSON object of at most 16 KiB and 64 levels. An update replaces the whole object. Null if unset. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Alias of `name_kana`. Send only one of the two. */
            kana?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
        };
        /** @description A customer in a list. `GET /customers/{customerId}` returns all fields. */
        CustomerItem: {
            /** @description Id of the customer, assigned by the service. */
            customer_id: number;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id: string | null;
            /** @description Name of the person or company. */
            name: string;
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id: number;
        };
        CustomerUpsert: {
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id?: number;
            /** @description Name of the person or company. */
            name?: string;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id?: string | null;
            /**
             * @description Phone number. Spaces, hyphens, dots and parentheses are accepted and removed. A number without `+` is read as a national number of the default country of the tenant; if the tenant has none, the `+` is required. Stored and returned as E.164: `+` and 7 to 15 digits.
             * @example +81 90-1234-5678
             */
            tel1?: string | null;
            /**
             * @description Second phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel2?: string | null;
            /**
             * @description Third phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel3?: string | null;
            /** @description Phonetic reading of the name (furigana), such as `ヤマダ タロウ`. Requests also accept the key `kana`. Null if unset. */
            name_kana?: string | null;
            /** @description Email address. Null if unset. */
            email?: string | null;
            /** @description Company that the person works for. Null if unset. */
            company_name?: string | null;
            /** @description Postal address, as one text. Null if unset. */
            address?: string | null;
            /** @description Free-form notes. Null if unset. */
            notes?: string | null;
            /** @description Your own fields, as any JSON object of at most 16 KiB and 64 levels. An update replaces the whole object. Null if unset. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Alias of `name_kana`. Send only one of the two. */
            kana?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
        };
        /** @description A customer that was deleted. */
        DeletedCustomer: {
            /** @description Id of the customer, assigned by the service. */
            customer_id: number;
            /**
             * Format: date-time
             * @description Time of the deletion.
             * @example 2026-11-15T09:30:00.000Z
             */
            deleted_at: string;
        };
        DeletedWebhook: {
            /** @description Id of the webhook, assigned by the service. */
            webhook_id: number;
            /**
             * Format: date-time
             * @description Time of deletion. Nothing is sent after this response.
             * @example 2026-11-15T09:30:00.000Z
             */
            deleted_at: string;
        };
        /** @description One event for one webhook, with its attempts. */
        Delivery: {
            /**
             * @description Id of the delivery, assigned by the service: `dlv_` and 26 characters. Ids sort by time of creation.
             * @example dlv_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            delivery_id: string;
            /**
             * @description The `id` of the event. It is the same at each attempt.
             * @example evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M
             */
            event_id: string;
            /**
             * @description Type of the event.
             * @example call.completed
             * @enum {string}
             */
            event_type: "call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "call.updated" | "customer.created" | "customer.updated" | "customer.deleted";
            /**
             * @description `pending`: not delivered yet, and will be attempted at `next_attempt_at`. `delivered`: the endpoint responded with a 2xx status. `failed`: all attempts failed. `canceled`: not sent, because the webhook was disabled.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description The last 20 attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if none is planned.
             * @example 2026-11-15T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the delivery was queued.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description One HTTP request to the endpoint. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description Start time of the attempt.
             * @example 2026-11-15T09:30:00.000Z
             */
            at: string;
            /** @description Duration of the attempt, in milliseconds. */
            duration_ms: number;
            /** @description HTTP status of the response. Null if there was no response. */
            response_status: number | null;
            /** @description First 500 characters of the response body, with phone numbers masked. Null if there was no response, and in the answer to a retry. */
            response_body: string | null;
            /** @description Why the attempt failed, for people. Null if it succeeded. */
            error: string | null;
            /**
             * @description Why the attempt failed, as a code for programs. Null if it succeeded, and for attempts made before this field existed.
             * @enum {string|null}
             */
            error_code: "name_not_found" | "name_servers_failed" | "address_not_allowed" | "connection_refused" | "host_unreachable" | "connect_timeout" | "tls_failed" | "certificate_not_trusted" | "certificate_expired" | "certificate_not_yet_valid" | "certificate_revoked" | "certificate_for_other_host" | "answer_timeout" | "connection_closed" | "answer_incomplete" | "answer_not_http" | "answer_headers_too_large" | "redirected" | "refused" | "interrupted" | "exchange_failed" | null;
        };
        /** @description A delivery with the request that was sent. */
        DeliveryExchange: {
            /**
             * @description Id of the delivery, assigned by the service: `dlv_` and 26 characters. Ids sort by time of creation.
             * @example dlv_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            delivery_id: string;
            /**
             * @description The `id` of the event. It is the same at each attempt.
             * @example evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M
             */
            event_id: string;
            /**
             * @description Type of the event.
             * @example call.completed
             * @enum {string}
             */
            event_type: "call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "call.updated" | "customer.created" | "customer.updated" | "customer.deleted";
            /**
             * @description `pending`: not delivered yet, and will be attempted at `next_attempt_at`. `delivered`: the endpoint responded with a 2xx status. `failed`: all attempts failed. `canceled`: not sent, because the webhook was disabled.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "canceled";
            /** @description The last 20 attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if none is planned.
             * @example 2026-11-15T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the delivery was queued.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /** @description The request that was sent. The body is the same at each attempt. */
            request: {
                /** @description URL that the request was sent to. Stored for test events only, otherwise null. */
                url: string | null;
                /** @description Request headers, including the signatures. Stored for test events only, otherwise null. */
                headers: {
                    [key: string]: string;
                } | null;
                /** @description Exact request body. Null if the event is no longer stored. */
                body: string | null;
            };
        };
        /** @description Result of signing out. */
        EndedSessions: {
            /** @description Number of sessions that were ended. */
            ended_sessions: number;
        };
        /** @description How much is erased. */
        ErasedCounts: {
            /** @description Customers. */
            customers: number;
            /** @description Test calls. The calls stay, without the number and everything else about the person. */
            test_calls: number;
            /** @description Live calls, likewise. */
            live_calls: number;
            /** @description Recordings of conversations and messages. */
            recordings: number;
            /** @description Transcripts. */
            transcripts: number;
            /** @description Summaries. */
            summaries: number;
            /** @description Notes about calls. Tags, outcomes, metadata and external ids are not counted. */
            notes: number;
            /** @description Events that contained the person. They are counted as they are found, so the number rises until the end. */
            events: number;
            /** @description Webhook deliveries of these events, with the answers of the endpoints. */
            deliveries: number;
            /** @description Answers kept for repeated requests with an `Idempotency-Key`. */
            kept_answers: number;
        };
        /** @description An erasure, without anything that names the person. */
        Erasure: {
            /** @description Id of the erasure. Null in a preview. */
            erasure_id: number | null;
            /**
             * @description `running`: the customers are erased, and the rest follows without another request. `finished`: everything is erased.
             * @enum {string}
             */
            status: "preview" | "running" | "finished";
            /**
             * @description The step of a running erasure: `calls`, then the copies in `events` and kept `answers`, then the `files` of recordings. Null in a preview and when everything is erased.
             * @enum {string|null}
             */
            step: "calls" | "events" | "answers" | "files" | null;
            /** @description Email address of the administrator who requested the erasure. Null in a preview, and if the operator requested it. */
            administrator_email: string | null;
            erased: components["schemas"]["ErasedCounts"];
            kept: components["schemas"]["KeptCounts"];
            /** @description Whether the counts are final. False while the erasure is running. In a preview, false if there are too many events or kept answers to search all of them: `events`, `deliveries` and `kept_answers` are then minimums. */
            is_complete: boolean;
            /**
             * Format: date-time
             * @description Time of the request. Null in a preview.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description Time at which everything was erased. Null until then.
             * @example 2026-11-15T09:30:00.000Z
             */
            finished_at: string | null;
        };
        /** @description Body of every error response. */
        Error: {
            error: {
                /**
                 * @description Machine-readable code of the error. Branch on this field: codes never change.
                 * @enum {string}
                 */
                code: "malformed_json" | "malformed_request" | "request_timeout" | "headers_too_large" | "license_required" | "not_found" | "method_not_allowed" | "duplicate_external_id" | "staff_busy" | "not_connected" | "call_in_progress" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_failed" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "unavailable" | "not_signed_in" | "invalid_login" | "password_used" | "totp_required" | "invalid_totp_code" | "invalid_recovery_code" | "invitation_unknown" | "invitation_used" | "invitation_revoked" | "invitation_expired" | "not_removable" | "cross_site_request" | "password_change_required" | "insufficient_role" | "telephony_by_operator";
                /** @description Explanation of the error and the next step, for people. The wording may change. */
                message: string;
                /** @description All faults of the request. Empty if the code says everything. If the faults do not fit into the response, the last detail has the code `more_faults` and their number. */
                details: components["schemas"]["ErrorDetail"][];
                /** @description Same value as the `X-Request-ID` response header. Include it when you report a problem. */
                request_id: string;
            };
        };
        /** @description One fault of the request. Some codes add fields that help a program to continue, such as `customer_id` of the existing record or `nearest` for the likely intended name. */
        ErrorDetail: {
            /**
             * @description The invalid part of the request: a path into the body, a query parameter or a header.
             * @example customers[3].tel1
             */
            field: string;
            /**
             * @description Machine-readable code of the fault: `address_not_allowed`, `assistants_not_allowed`, `call_in_progress`, `conflicting`, `destination_not_allowed`, `duplicate`, `duplicate_external_id`, `immutable`, `invalid_characters`, `invalid_format`, `invalid_type`, `limit_reached`, `missing_license`, `missing_scope`, `more_faults`, `no_recording`, `not_allowed`, `not_connected`, `not_recorded`, `number_blocked`, `out_of_range`, `project_not_found`, `recording_deleted`, `repeated`, `required`, `staff_not_found`, `switched_off`, `test_delivery`, `too_deep`, `too_few`, `too_large`, `too_long`, `too_many`, `too_short`, `unknown_field`, `unknown_timezone`, `webhook_disabled`, `already_rotated`, `by_operator`, `customer_not_found`, `in_use`, `invalid_recovery_code`, `invalid_totp_code`, `last_administrator`, `last_project`, `no_account`, `not_active`, `not_begun`, `own_account`, `taken`, `trunk_not_found`, `unchanged`, `wrong_password`. The introduction explains each code. New codes may be added.
             * @example invalid_format
             */
            code: string;
            /** @description The fault and how to correct it, for people. The wording may change. */
            message: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A key that expires soon. */
        ExpiringKey: {
            /** @description Id of the key. */
            key_id: number;
            /** @description Name of the key. */
            name: string;
            /**
             * Format: date-time
             * @description Time at which the key expires.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
        };
        /** @description Progress of the setup of a new tenant. */
        FirstSteps: {
            /** @description Whether there is a valid API key. */
            key: boolean;
            /** @description Whether there is an active staff member. */
            staff: boolean;
            /** @description Whether there is an active project. */
            project: boolean;
            /** @description Modes in which there are calls. */
            called_in: ("test" | "live")[];
            /** @description Whether there is a webhook. Null if the tenant has no license for webhooks. */
            webhook: boolean | null;
        };
        /** @description A customer in the list of the console. */
        FoundCustomer: {
            /** @description Id of the customer. */
            customer_id: number;
            /** @description Project of the customer. */
            project_id: number;
            /** @description Id of this customer in your own system. Null if unset. */
            external_id: string | null;
            /** @description Name of the person or company. */
            name: string;
            /** @description Phonetic reading of the name. Null if unset. */
            name_kana: string | null;
            /** @description Company that the person works for. Null if unset. */
            company_name: string | null;
            /** @description The phone numbers that are set, masked: only the first three and the last four digits are visible. */
            phone_numbers: string[];
            /**
             * Format: date-time
             * @description Time at which the newest call with this customer started, in the current mode. Null if there is none.
             * @example 2026-11-15T09:30:00.000Z
             */
            last_call_at: string | null;
        };
        /** @description The present state of the tenant. */
        Home: {
            calls: components["schemas"]["OpenCalls"];
            staff: components["schemas"]["StaffAvailability"];
            attention: components["schemas"]["Attention"];
            /** @description Progress of the setup. Null for viewers. */
            first_steps: components["schemas"]["FirstSteps"] | null;
        };
        /** @description Figures of one hour of the day, on all days of the period. */
        HourFigures: {
            /** @description Hour of the day in the time zone of the report. */
            hour: number;
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Number of inbound calls that were not answered (status `missed_call`). */
            missed_calls: number;
            /** @description Number of all calls of this hour in the previous period. Null if calls of the previous period may have been deleted because of their age. */
            previous_total_calls: number | null;
        };
        /** @description State of one analysis of a call. */
        InsightState: {
            /**
             * @description `pending`: in progress or queued. `ready`: finished. `failed`: an error occurred; you can request it again with `POST /calls/{callId}/analyze`. `unavailable`: not possible for this call; see `reason`.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why there is no result; null if the status is `pending` or `ready`. For example `no_recording`, `recording_deleted`, `switched_off` (analysis is turned off for the project or tenant), `mono_recording` (the parties cannot be separated), `no_engine_for_language`, `language_uncertain` (no language could be detected with enough certainty), `no_speech`, `no_transcription` or `engine_unreachable`. New values may be added. */
            reason: string | null;
            /** @description Name and version of the engine that produced the result. Null if there is no result. */
            engine: string | null;
            /**
             * Format: date-time
             * @description Time at which the analysis finished. Null while it is pending.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
        };
        /** @description An invitation that can still be accepted. */
        Invitation: {
            /** @description Id of the invitation, assigned by the service. */
            invitation_id: number;
            /** @description Email address of the invited person, for signing in. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @enum {string}
             */
            role: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids: number[];
            /** @description Email address of the administrator who invited the person. */
            invited_by: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the link stops working.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
        };
        InvitationToken: {
            /** @description The part of the link after the `#`. */
            token: string;
        };
        /** @description Data that is not erased. */
        KeptCounts: {
            /** @description Numbers that stay on the never-call list, without their reason, so that the person is not called again. Remove them with `DELETE /blocked-numbers/{number}`. */
            blocked_numbers: number;
            /** @description Other customers with one of the numbers. They stay; to erase them too, erase by `phone_number`. */
            other_customers: number;
        };
        /** @description An API key, without the key itself. */
        Key: {
            /** @description Id of the key, assigned by the service. */
            key_id: number;
            /** @description Name of the key, such as the system that uses it. */
            name: string;
            /**
             * @description `test`: calls are simulated and ring no phone. `live`: calls ring real phones.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description Start and end of the key, to recognize it. */
            hint: string;
            /** @description Scopes of the key: the operations that it can use. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /** @description IP addresses and CIDR ranges, IPv4 or IPv6, that can use the key. Empty: any address. */
            allowlist: string[];
            /** @description Whether assistants can start live calls with the key, over `/mcp`. They can use the other operations of its scopes either way. It makes no difference for a test key. */
            allows_assistants: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the key expires or has expired. Null if it does not expire.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the key was revoked. Null if it was not.
             * @example 2026-11-15T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last request with this key, accurate to a few seconds. Null if it was never used.
             * @example 2026-11-15T09:30:00.000Z
             */
            last_used_at: string | null;
            /** @description Id of the key that replaces this one after a rotation. Null if it was not rotated. */
            replaced_by: number | null;
        };
        KeyRotation: {
            /** @description Number of hours for which the old key stays valid. */
            overlap_hours: number;
        };
        /** @description Figures of all calls with one tag or one outcome. */
        LabelFigures: {
            /**
             * @description `tag` or `outcome`.
             * @enum {string}
             */
            kind: "tag" | "outcome";
            /** @description The tag or the outcome. */
            value: string;
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended. */
            success_rate: number | null;
            /** @description Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none. */
            average_duration_seconds: number | null;
        };
        NewAdministrator: {
            /** @description Email address for signing in. It can belong to only one tenant. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @default administrator
             * @enum {string}
             */
            role?: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids?: number[];
            /** @description Set by the service. Ignored in requests. */
            readonly administrator_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly must_change_password?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly has_totp?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly password?: unknown;
        };
        NewBlockedNumber: {
            /**
             * @description Phone number, in the same formats as `tel1` of a customer.
             * @example +81 90-1234-5678
             */
            number: string;
            /** @description Why the number must not be called. Null if unset. */
            reason?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
        };
        NewCall: {
            /**
             * @description The number to call: 7 to 20 characters, only digits and hyphens, with at least 3 digits and an optional `+` at the start. Spaces are not accepted. In a test call, the last four digits select the outcome.
             * @example +81-90-1234-5678
             */
            phone_number: string;
            /** @description Staff member who makes the call; their phone rings first. Must be an active staff member of the tenant. */
            staff_id: number;
            /** @description Project of the call. It determines the caller ID, the trunk and whether the call is recorded. Must be an active project of the tenant. */
            project_id: number;
            /** @description Your own id for this call, unique among all calls of the tenant. Returned with the call and in its events, and protects against starting the same call twice. */
            external_id?: string | null;
            /** @description Your own data, as any JSON object of at most 16 KiB and 64 levels. Returned with the call and in its events. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Set by the service. Ignored in requests. */
            readonly call_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly call_type?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly status?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly started_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly ended_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly duration_seconds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly initiated_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly answered_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly ring_seconds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly end_reason?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly hangup_by?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly sip_code?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly q850_cause?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly staff_leg_status?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_leg_status?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly is_on_hold?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly hold_seconds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly holds?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly test?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly recording?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly transcription?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly summary?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly voice_analysis?: unknown;
        };
        NewCustomer: {
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id: number;
            /** @description Name of the person or company. */
            name: string;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id?: string | null;
            /**
             * @description Phone number. Spaces, hyphens, dots and parentheses are accepted and removed. A number without `+` is read as a national number of the default country of the tenant; if the tenant has none, the `+` is required. Stored and returned as E.164: `+` and 7 to 15 digits.
             * @example +81 90-1234-5678
             */
            tel1?: string | null;
            /**
             * @description Second phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel2?: string | null;
            /**
             * @description Third phone number, in the same formats as `tel1`.
             * @example +81 90-1234-5678
             */
            tel3?: string | null;
            /** @description Phonetic reading of the name (furigana), such as `ヤマダ タロウ`. Requests also accept the key `kana`. Null if unset. */
            name_kana?: string | null;
            /** @description Email address. Null if unset. */
            email?: string | null;
            /** @description Company that the person works for. Null if unset. */
            company_name?: string | null;
            /** @description Postal address, as one text. Null if unset. */
            address?: string | null;
            /** @description Free-form notes. Null if unset. */
            notes?: string | null;
            /** @description Your own fields, as any JSON object of at most 16 KiB and 64 levels. An update replaces the whole object. Null if unset. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Alias of `name_kana`. Send only one of the two. */
            kana?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly customer_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
        };
        NewCustomers: {
            /** @description 1 to 500 customers, with the same fields as in `POST /customers`. Each item succeeds or fails on its own. */
            customers: (components["schemas"]["NewCustomer"] | components["schemas"]["BulkChange"])[];
            /**
             * @description Handling of items whose `external_id` exists already. `fail` (default): the item fails. `update`: the customer is updated with the fields of the item, which then needs neither `project_id` nor `name`.
             * @enum {string}
             */
            on_duplicate?: "fail" | "update";
        };
        NewErasure: {
            /** @description The customer to erase, with its calls and the calls with its numbers. Calls of another customer who shares a number stay. */
            customer_id?: number;
            /**
             * @description The number to erase, in the same formats as `tel1` of a customer: all calls with it, and all customers who have it in `tel1`, `tel2` or `tel3`, each with their calls. A number that cannot be read as E.164 is accepted if a call has it.
             * @example +81 90-1234-5678
             */
            phone_number?: string;
            /**
             * @description Returns what would be erased, and changes nothing.
             * @default false
             */
            preview?: boolean;
        };
        NewInvitation: {
            /** @description Email address for signing in. It can belong to only one tenant. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @default administrator
             * @enum {string}
             */
            role?: "administrator" | "supervisor" | "viewer";
            /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
            project_ids?: number[];
            /** @description Set by the service. Ignored in requests. */
            readonly invitation_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly invited_by?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly expires_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly link?: unknown;
        };
        NewKey: {
            /** @description Name of the key, such as the system that uses it. */
            name: string;
            /**
             * @description `test`: calls are simulated and ring no phone. `live`: calls ring real phones.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description Scopes of the key: the operations that it can use. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /** @description IP addresses and CIDR ranges, IPv4 or IPv6, that can use the key. Empty: any address. */
            allowlist?: string[] | null;
            /**
             * @description Whether assistants can start live calls with the key, over `/mcp`. They can use the other operations of its scopes either way. It makes no difference for a test key.
             * @default false
             */
            allows_assistants?: boolean;
            /** @description Expiry of the key, in the future: a time (RFC 3339), or a date, which means midnight UTC at its start. Default: the key does not expire. */
            expires_at?: string | null;
        };
        NewNumber: {
            /**
             * @description Phone number in E.164 format, or in the national format of the default country of the tenant.
             * @example +81312345678
             */
            number: string;
            /** @description Project whose staff receives calls to this number. */
            project_id: number;
            /** @description Set by the service. Ignored in requests. */
            readonly project?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
        };
        NewPassword: {
            /** @description Current password. Optional after a sign-in with an issued password. */
            current_password?: string;
            /** @description New password, 12 to 200 characters. */
            new_password: string;
        };
        NewProject: {
            /** @description Name of the project. */
            name: string;
            /** @description Caller ID: the phone number that customers see, in E.164 format. Null: the default of the trunk. */
            caller_id?: string | null;
            /** @description Name of the trunk for outbound calls. Null: the default trunk of the server. */
            trunk?: string | null;
            /** @description Whether calls of the project are recorded. */
            records_calls?: boolean;
            /** @description Whether recordings are analyzed, transcribed and summarized. It must be turned on for the tenant too. */
            analyses_calls?: boolean;
            /** @description Whether an announcement says that the call is recorded. */
            announces_recording?: boolean;
            /** @description Whether callers can leave a message if no staff member answers. */
            has_voicemail?: boolean;
            /** @description Whether callers who withhold their number are put through. Otherwise their calls are rejected, and not listed. */
            accepts_anonymous?: boolean;
            /**
             * @description Order in which an inbound call rings the staff. `all`: all phones at the same time. `in_order`: one phone after another.
             * @enum {string}
             */
            ring_strategy?: "all" | "in_order";
            /** @description Staff members whose phones ring for inbound calls, in this order. Empty: all staff members. */
            staff_ids?: number[];
            /** @description Language of the conversations, such as `ja`, for transcription and summary. `auto`: it is detected in each call. Null: the setting of the tenant. */
            language?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly project_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly is_active?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
        };
        NewSession: {
            /** @description Email address of the administrator. */
            email: string;
            /** @description Password of the administrator. */
            password: string;
            /** @description Six-digit code from the authenticator app. Required if two-factor authentication is on. */
            totp_code?: string;
            /** @description A recovery code, in place of `totp_code` if the authenticator app is lost. Each works only once. It is ignored if `totp_code` is sent too. */
            recovery_code?: string;
        };
        NewStaff: {
            /** @description Name of the staff member. */
            name: string;
            /**
             * @description Phone of the staff member: a SIP address, a phone number, or `account` for the phone that registers with the SIP account of the staff member. Null: no phone, so the staff member cannot make or take calls.
             * @example sip:alice@pbx.example
             */
            phone?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly staff_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly username?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly state?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly removed_at?: unknown;
        };
        NewTrunk: {
            /** @description Name of the trunk, unique within the tenant. It cannot be changed. */
            name: string;
            /** @description SIP server of the carrier: a host name or an IP address, without a port. */
            host: string;
            /** @description Port of the SIP server. Default: 5060, or 5061 with `tls`. */
            port?: number;
            /**
             * @description Transport protocol of SIP. Default: `udp`.
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /** @description Username for registration at the carrier. Null if the carrier identifies you by your IP address. */
            username?: string | null;
            /** @description Audio codecs in order of preference. Default: `ulaw`, `alaw`. */
            codecs?: ("ulaw" | "alaw" | "g722" | "opus")[];
            /** @description User part of the SIP From header, if the carrier requires a fixed one. Null: the caller ID of the project. */
            from_user?: string | null;
            /** @description Host part of the SIP From header, if the carrier requires a different one. Null: `host`. */
            from_domain?: string | null;
            /** @description Password for `username`. It is stored encrypted and never returned. */
            password?: string;
            /** @description Set by the service. Ignored in requests. */
            readonly trunk_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly state?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
        };
        NewWebhook: {
            /**
             * @description HTTPS endpoint that receives the events as `POST` requests. It must be reachable at a public address; private addresses, credentials in the URL and fragments are not allowed. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url: string;
            /**
             * @description Types of the events to send, at least one.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "call.updated" | "customer.created" | "customer.updated" | "customer.deleted")[];
            /** @description Name of the webhook, for people. Default: the host name of the URL. */
            label?: string | null;
            /** @description Restricts the events. An event is sent if it passes both filters; a filter that is missing or empty passes everything. An update replaces the whole object, and null removes all filters. */
            filters?: {
                /** @description Sends only events of calls and customers in one of these projects. */
                project_ids?: number[] | null;
                /** @description Sends only events of calls with one of these statuses. Does not apply to `customer.*` events. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[] | null;
            } | null;
            /**
             * @description Whether the webhook receives events. While it is false, events are not queued for it.
             * @default true
             */
            is_enabled?: boolean;
            /** @description Set by the service. Ignored in requests. */
            readonly webhook_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly disabled_reason?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly secret?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
        };
        /** @description A phone number of the tenant. */
        Number: {
            /** @description Phone number in E.164 format. It belongs to the tenant, so it is not masked. */
            number: string;
            /** @description Project whose staff receives calls to this number. */
            project_id: number;
            /** @description Name of the project. */
            project: string;
            /**
             * Format: date-time
             * @description Time at which the number was added.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        NumberChange: {
            /** @description Project whose staff receives calls to this number. */
            project_id?: number;
            /** @description Set by the service. Ignored in requests. */
            readonly project?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly number?: unknown;
        };
        /** @description Effects of removing a phone number. */
        NumberRemoval: {
            /** @description Phone number in E.164 format. */
            number: string;
            /** @description Id of the project. */
            project_id: number;
            /** @description Name of the project. */
            project: string;
            /** @description Other numbers that ring the same project. */
            other_numbers: number;
            /** @description Active projects that show this number to customers, and keep showing it. */
            caller_id_of: {
                /** @description Id of the project. */
                project_id: number;
                /** @description Name of the project. */
                name: string;
            }[];
        };
        /** @description Calls in progress, in the mode of the request. */
        OpenCalls: {
            /** @description Number of calls in progress. */
            total: number;
            /** @description The newest of them, at most 8. */
            newest: components["schemas"]["CallItem"][];
        };
        /** @description An invitation, as the invited person sees it. */
        OpenInvitation: {
            /** @description Email address of the invited person, for signing in. */
            email: string;
            /**
             * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
             * @enum {string}
             */
            role: "administrator" | "supervisor" | "viewer";
            /** @description Name of the tenant. */
            tenant_name: string;
            /**
             * Format: date-time
             * @description Time at which the link stops working.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
        };
        Overlap: {
            /** @description Total duration of overlap, in seconds. */
            seconds: number;
            /** @description Total duration as a share of the recording, from 0 to 1. */
            ratio: number;
            /** @description Number of occurrences. */
            count: number;
            /** @description Minimum duration, in seconds: shorter occurrences are not counted. Always 1. */
            min_seconds: number;
        };
        /** @description Figures of one period. */
        OverviewFigures: {
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Number of calls with the status `no_answer`. */
            no_answer_calls: number;
            /** @description Number of inbound calls that were not answered (status `missed_call`). */
            missed_calls: number;
            /** @description Number of all other calls: `initiating`, `ringing`, `busy`, `rejected`, `canceled`, `failed` and `voicemail`. */
            other_calls: number;
            /** @description Total talk time of the ended calls: the sum of their `duration_seconds`. */
            total_duration_seconds: number;
            /** @description Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none. */
            average_duration_seconds: number | null;
            /** @description Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended. */
            success_rate: number | null;
            /** @description Number of outbound calls. */
            outbound_calls: number;
            /** @description Number of inbound calls. */
            inbound_calls: number;
        };
        /** @description Period of the report. */
        OverviewPeriod: {
            /**
             * Format: date
             * @description First day of the report.
             * @example 2026-11-15
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the report (inclusive).
             * @example 2026-11-15
             */
            to: string;
            /** @description Time zone of days and hours. */
            timezone: string;
        };
        /** @description An open session of the administrator. */
        OwnSession: {
            /** @description Id of the session, assigned by the service. */
            session_id: number;
            /** @description IP address that the session was started from. */
            ip: string | null;
            /** @description Browser that the session was started in, as its `User-Agent` header. */
            user_agent: string | null;
            /**
             * Format: date-time
             * @description Time of the sign-in.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last request, up to a few seconds ago.
             * @example 2026-11-15T09:30:00.000Z
             */
            last_used_at: string;
            /** @description Whether this request belongs to the session. */
            is_current: boolean;
        };
        /** @description Position of this page in the whole list. */
        Pagination: {
            /** @description Number of this page, starting at 1. */
            current_page: number;
            /** @description Maximum number of items per page. */
            per_page: number;
            /** @description Exact number of items on all pages. */
            total: number;
            /** @description Number of the last page; 1 if there are no items. */
            last_page: number;
        };
        PasswordAndCode: {
            /** @description Current password of the administrator. */
            password: string;
            /** @description Six-digit code from the authenticator app. Required if two-factor authentication is on. */
            totp_code?: string;
            /** @description A recovery code, in place of `totp_code` if the authenticator app is lost. Each works only once. It is ignored if `totp_code` is sent too. */
            recovery_code?: string;
        };
        PasswordReset: {
            /**
             * @description `remove` also turns off two-factor authentication, for a person who lost the authenticator app and the recovery codes.
             * @default keep
             * @enum {string}
             */
            totp?: "keep" | "remove";
        };
        /** @description Period that the report is compared with. */
        PreviousPeriod: {
            /**
             * Format: date
             * @description First day of the previous period.
             * @example 2026-11-15
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the previous period (inclusive).
             * @example 2026-11-15
             */
            to: string;
            /**
             * Format: date-time
             * @description End of the previous period: while the period goes on, the same time of day as now.
             * @example 2026-11-15T09:30:00.000Z
             */
            end: string;
        };
        /** @description A project with its settings for calls. */
        Project: {
            /** @description Id of the project, assigned by the service. */
            project_id: number;
            /** @description Name of the project. */
            name: string;
            /** @description Whether the project is in use. New calls and customers require an active project. */
            is_active: boolean;
            /** @description Caller ID: the phone number that customers see, in E.164 format. Null: the default of the trunk. */
            caller_id: string | null;
            /** @description Name of the trunk for outbound calls. Null: the default trunk of the server. */
            trunk: string | null;
            /** @description Whether calls of the project are recorded. */
            records_calls: boolean;
            /** @description Whether recordings are analyzed, transcribed and summarized. It must be turned on for the tenant too. */
            analyses_calls: boolean;
            /** @description Whether an announcement says that the call is recorded. */
            announces_recording: boolean;
            /** @description Whether callers can leave a message if no staff member answers. */
            has_voicemail: boolean;
            /** @description Whether callers who withhold their number are put through. Otherwise their calls are rejected, and not listed. */
            accepts_anonymous: boolean;
            /**
             * @description Order in which an inbound call rings the staff. `all`: all phones at the same time. `in_order`: one phone after another.
             * @enum {string}
             */
            ring_strategy: "all" | "in_order";
            /** @description Staff members whose phones ring for inbound calls, in this order. Empty: all staff members. */
            staff_ids: number[];
            /** @description Language of the conversations, such as `ja`, for transcription and summary. `auto`: it is detected in each call. Null: the setting of the tenant. */
            language: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        ProjectChange: {
            /** @description Name of the project. */
            name?: string;
            /** @description Caller ID: the phone number that customers see, in E.164 format. Null: the default of the trunk. */
            caller_id?: string | null;
            /** @description Name of the trunk for outbound calls. Null: the default trunk of the server. */
            trunk?: string | null;
            /** @description Whether calls of the project are recorded. */
            records_calls?: boolean;
            /** @description Whether recordings are analyzed, transcribed and summarized. It must be turned on for the tenant too. */
            analyses_calls?: boolean;
            /** @description Whether an announcement says that the call is recorded. */
            announces_recording?: boolean;
            /** @description Whether callers can leave a message if no staff member answers. */
            has_voicemail?: boolean;
            /** @description Whether callers who withhold their number are put through. Otherwise their calls are rejected, and not listed. */
            accepts_anonymous?: boolean;
            /**
             * @description Order in which an inbound call rings the staff. `all`: all phones at the same time. `in_order`: one phone after another.
             * @enum {string}
             */
            ring_strategy?: "all" | "in_order";
            /** @description Staff members whose phones ring for inbound calls, in this order. Empty: all staff members. */
            staff_ids?: number[];
            /** @description Language of the conversations, such as `ja`, for transcription and summary. `auto`: it is detected in each call. Null: the setting of the tenant. */
            language?: string | null;
            /** @description Set by the service. Ignored in requests. */
            readonly project_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly is_active?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
        };
        /** @description Figures of one project. */
        ProjectFigures: {
            /** @description Project. */
            project_id: number;
            /** @description Name of the project. */
            project_name: string | null;
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Number of calls with the status `no_answer`. */
            no_answer_calls: number;
            /** @description Number of inbound calls that were not answered (status `missed_call`). */
            missed_calls: number;
            /** @description Number of all other calls: `initiating`, `ringing`, `busy`, `rejected`, `canceled`, `failed` and `voicemail`. */
            other_calls: number;
            /** @description Total talk time of the ended calls: the sum of their `duration_seconds`. */
            total_duration_seconds: number;
            /** @description Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none. */
            average_duration_seconds: number | null;
            /** @description Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended. */
            success_rate: number | null;
            /** @description Number of outbound calls. */
            outbound_calls: number;
            /** @description Number of inbound calls. */
            inbound_calls: number;
            /** @description Number of all calls of the project in the previous period. Null if calls of the previous period may have been deleted because of their age. */
            previous_total_calls: number | null;
            /** @description How long callers of this project waited. Null if the request filters by staff member, or by outbound calls only. */
            waits: components["schemas"]["WaitFigures"] | null;
        };
        /** @description Effects of removing a project. */
        ProjectRemoval: {
            /** @description Id of the project. */
            project_id: number;
            /** @description Name of the project. */
            name: string;
            /** @description Calls of the project in progress, test and live. They continue. */
            open_calls: number;
            /** @description Customers of the project. They stay. */
            customers: number;
            /** @description Numbers that ring the project. With any, the project cannot be removed. */
            numbers: string[];
            /** @description Webhooks that filter by this project only, and so receive no new events. */
            webhooks: {
                /** @description Id of the webhook. */
                webhook_id: number;
                /** @description Label of the webhook. */
                label: string;
            }[];
            /** @description Whether no other project is active. The last one cannot be removed. */
            is_last: boolean;
        };
        Recording: {
            /**
             * @description `pending`: the call is in progress, and its recording has been paused. `ready`: available. `deleted`: removed at the end of the retention period, or with `DELETE /calls/{callId}/recording`.
             * @enum {string}
             */
            status: "pending" | "ready" | "deleted";
            /** @description Length in seconds. Null if unknown. */
            duration_seconds: number | null;
            /** @description Size of the WAV file in bytes. Null if unknown. */
            size_bytes: number | null;
            /** @description Number of audio channels. 2: the staff member on the left and the customer on the right. A voicemail message has silence on the left. 1: both parties on one channel. Null if unknown. */
            channels: number | null;
            /** @description Parts in which the recording was paused, in order of time. Both channels are silent there, and the transcription, summary and voice analysis contain nothing of them. */
            pauses: {
                /** @description Start of the pause, in seconds from the start of the recording. */
                start_seconds: number;
                /** @description End of the pause, in seconds from the start of the recording. Null while the recording is paused. */
                end_seconds: number | null;
            }[];
            /** @description Temporary link to the recording that works without an API key, for a browser or a player. It returns WAV, or MP3 with `?format=mp3` appended. Each response has a new link, valid until `url_expires_at`. Anyone with the link can listen, so do not publish it. Null if the recording is deleted, and in the responses of operations that change a call. */
            url: string | null;
            /**
             * Format: date-time
             * @description Time at which the link expires: one hour after this response. Null if there is no link.
             * @example 2026-11-15T09:30:00.000Z
             */
            url_expires_at: string | null;
        };
        RecordingQuality: {
            /**
             * @description `good`, or `low`: the measurements of this recording are less reliable.
             * @enum {string}
             */
            rating: "good" | "low";
            /** @description Reasons for a `low` rating: `noisy_staff`, `noisy_customer`, `clipped_staff`, `clipped_customer`. Empty if the rating is `good`. */
            issues: string[];
            signal_to_noise_db: components["schemas"]["SignalToNoise"];
        };
        /** @description New recovery codes. */
        RecoveryCodes: {
            /** @description Ten codes for signing in without the authenticator app, each of which works once. They replace all earlier ones and are returned only here. */
            recovery_codes: string[];
        };
        RemovedAdministrator: {
            /** @description Id of the administrator, assigned by the service. */
            administrator_id: number;
        };
        RemovedNumber: {
            /** @description The removed number, in E.164 format. */
            number: string;
        };
        /** @description A project that was removed, and can be restored. */
        RemovedProject: {
            /** @description Id of the project. */
            project_id: number;
            /** @description Always false. */
            is_active: boolean;
        };
        /** @description A staff member who was removed. */
        RemovedStaff: {
            /** @description Id of the staff member. */
            staff_id: number;
            /**
             * Format: date-time
             * @description Time of the removal.
             * @example 2026-11-15T09:30:00.000Z
             */
            removed_at: string;
        };
        /** @description A trunk that was removed. */
        RemovedTrunk: {
            /** @description Id of the trunk, assigned by the service. */
            trunk_id: number;
            /** @description Name of the trunk, unique within the tenant. It cannot be changed. */
            name: string;
        };
        Replay: {
            /**
             * @description Start of the period: a time (RFC 3339), or a date, which starts at midnight UTC. Deliveries are stored for 30 days.
             * @example 2026-11-15T09:30:00Z
             */
            since: string;
            /**
             * @description End of the period (exclusive), in the same format. Default: now.
             * @example 2026-11-15T09:30:00Z
             */
            until?: string | null;
            /**
             * @description `failed`: sends the deliveries that failed, and those that are waiting for a retry. `all`: also sends delivered and canceled ones.
             * @default failed
             * @enum {string}
             */
            status?: "failed" | "all";
        };
        /** @description Result of a replay. */
        ReplayQueued: {
            /** @description Number of deliveries that will be sent again. */
            queued: number;
        };
        /** @description Figures of a period, compared with the previous period. */
        ReportOverview: {
            period: components["schemas"]["OverviewPeriod"];
            previous_period: components["schemas"]["PreviousPeriod"];
            totals: components["schemas"]["OverviewFigures"];
            /** @description Figures of the previous period. Null if calls of the previous period may have been deleted because of their age. */
            previous_totals: components["schemas"]["OverviewFigures"] | null;
            /** @description One row per hour of the day, from 0 to 23. */
            hours: components["schemas"]["HourFigures"][];
            /** @description One row per day of the week, from Monday. */
            weekdays: components["schemas"]["WeekdayFigures"][];
            /** @description One row per project that had calls in either period; the most calls first. */
            projects: components["schemas"]["ProjectFigures"][];
            /** @description How long callers waited. Null if the request filters by staff member, or by outbound calls only. */
            waits: components["schemas"]["WaitFigures"] | null;
            /** @description How long callers waited in the previous period. Null if the request filters by staff member, or by outbound calls only. Null if calls of the previous period may have been deleted because of their age. */
            previous_waits: components["schemas"]["WaitFigures"] | null;
        };
        /** @description Period of the report. */
        ReportPeriod: {
            /**
             * Format: date
             * @description First day of the report.
             * @example 2026-11-15
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the report (inclusive).
             * @example 2026-11-15
             */
            to: string;
            /** @description Time zone of the days. */
            timezone: string;
            /**
             * @description Length of each row in `periods`.
             * @enum {string}
             */
            granularity: "day" | "week" | "month";
        };
        /** @description A call in a report: the fields of the call list, with figures for analysis. */
        ReportedCall: {
            /**
             * @description Id of the call, assigned by the service: `call_` and 26 characters. Ids sort by time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description `outbound`: the staff member calls the customer. `inbound`: the customer calls one of your numbers.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Current state or final result. `initiating`: accepted, and the called party does not ring yet. `ringing`: the phone of the called party rings. `connected`: answered. Final results without a conversation: `no_answer`, `busy`, `rejected` (the called party declined), `canceled` (hung up before the answer), `failed` (see `end_reason`), `missed_call` (inbound, not answered), `voicemail` (a voicemail box answered, or the caller left a message). A call that was answered stays `connected` after it ends: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /**
             * @description Phone number of the customer, masked: only the first three and the last four digits are visible. `anonymous` if the caller withholds the number. Null after an administrator has erased the person.
             * @example 819*****5678
             */
            phone_number: string | null;
            /** @description Staff member of the call. Null for an inbound call that rang several staff members or none, until one of them answers. */
            staff_id: number | null;
            /** @description Project of the call. */
            project_id: number;
            /**
             * Format: date-time
             * @description Time of the answer for a connected call, otherwise the start of dialing. Null until dialing starts.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the call ended. Null while it is in progress.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Talk time from answer to end, in whole seconds. 0 if the call was never answered, null while it is in progress. */
            duration_seconds: number | null;
            /** @description Your own id for the call, from `POST /calls/initiate`. Null if none was sent. */
            external_id: string | null;
            /** @description How long the phone of the called party rang, in whole seconds. Null if it did not ring, or is still ringing. */
            ring_seconds: number | null;
            /** @description Share of the staff member in the talk time, from 0 to 1 with four decimals. Null if the call was not analyzed. */
            talk_ratio: number | null;
            /** @description Customer with this phone number, looked up when the call started. Null if no customer matched. */
            customer_id: number | null;
            /** @description Exact reason for the end; see `GET /calls/{callId}`. Null while the call is in progress. */
            end_reason: string | null;
            /**
             * @description Your own tags, in the order in which they were sent: at most 20, each of 1 to 50 characters without a comma.
             * @example [
             *       "delivery",
             *       "follow-up"
             *     ]
             */
            tags: string[];
            /**
             * @description Your own result of the call, 1 to 50 characters without a comma. Null if none was set.
             * @example callback
             */
            outcome: string | null;
        };
        /** @description One request of an API key, without its content. */
        RequestLogEntry: {
            /**
             * Format: date-time
             * @description Time at which the request arrived.
             * @example 2026-11-15T09:30:00.000Z
             */
            at: string;
            /** @description Id of the request, as in its `X-Request-Id` response header. */
            request_id: string;
            /** @description API key that was used. It may have been revoked since. */
            key_id: number;
            /** @description Name of the API key. */
            key_name: string | null;
            /** @description Id of the operation in the OpenAPI document, such as `listCalls`. */
            operation: string;
            /** @description HTTP status of the response. */
            status: number;
            /** @description Time from the arrival of the request to the end of the response. */
            milliseconds: number;
        };
        /** @description A project that is active again. */
        RestoredProject: {
            /** @description Id of the project. */
            project_id: number;
            /** @description Always true. */
            is_active: boolean;
        };
        RevokedInvitation: {
            /** @description Id of the invitation, assigned by the service. */
            invitation_id: number;
        };
        RotatedSecret: {
            /** @description Id of the webhook, assigned by the service. */
            webhook_id: number;
            /**
             * @description Signing secret: `whsec_` and 32 bytes in base64. Your endpoint verifies the signature of each request with it. It is returned only here, so store it now.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
            /**
             * Format: date-time
             * @description Until this time, requests are also signed with the previous secret: 24 hours after the rotation.
             * @example 2026-11-15T09:30:00.000Z
             */
            previous_secret_expires_at: string;
        };
        Sentiment: {
            /**
             * @description Sentiment of the staff member.
             * @enum {string}
             */
            staff: "positive" | "neutral" | "negative";
            /**
             * @description Sentiment of the customer.
             * @enum {string}
             */
            customer: "positive" | "neutral" | "negative";
        };
        /** @description The current session. */
        Session: {
            /** @description The signed-in administrator. */
            administrator: {
                /** @description Id of the administrator, assigned by the service. */
                administrator_id: number;
                /** @description Email address for signing in. */
                email: string;
                /**
                 * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
                 * @enum {string}
                 */
                role: "administrator" | "supervisor" | "viewer";
                /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
                project_ids: number[];
                /** @description True while the administrator still has an issued password and must choose their own. */
                must_change_password: boolean;
                /** @description Whether two-factor authentication is on: signing in requires a code. */
                has_totp: boolean;
            };
            /** @description Tenant of the administrator. */
            tenant: {
                /** @description Id of the tenant, assigned by the service. */
                tenant_id: number;
                /** @description Name of the tenant. */
                name: string;
                /** @description Time zone of the tenant, such as `Asia/Tokyo`. */
                timezone: string;
                /** @description Country of phone numbers without `+`, as an ISO 3166 code such as `JP`. Null: numbers must start with `+`. */
                default_country: string | null;
                /** @description Default language of conversations, such as `ja`. Null: the default of the server. */
                language: string | null;
                /**
                 * @description `tenant`: administrators of the tenant can change trunks, numbers and caller IDs. `operator`: only the operator of the server can.
                 * @enum {string}
                 */
                telephony_by: "tenant" | "operator";
            };
            /** @description Number of unused recovery codes of the administrator. 0 without two-factor authentication. */
            recovery_codes_left: number;
            /**
             * @description How this server handles live calls. `real`: they ring telephones. `simulated`: they are simulated and ring no telephone. `unavailable`: they are refused, because no telephone system is set up.
             * @enum {string}
             */
            live_calls: "real" | "simulated" | "unavailable";
            /**
             * Format: date-time
             * @description Time at which the session ends if there is no further request.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
        };
        /** @description The current session, with new recovery codes. */
        SessionWithCodes: {
            /** @description The signed-in administrator. */
            administrator: {
                /** @description Id of the administrator, assigned by the service. */
                administrator_id: number;
                /** @description Email address for signing in. */
                email: string;
                /**
                 * @description `administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.
                 * @enum {string}
                 */
                role: "administrator" | "supervisor" | "viewer";
                /** @description Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects. */
                project_ids: number[];
                /** @description True while the administrator still has an issued password and must choose their own. */
                must_change_password: boolean;
                /** @description Whether two-factor authentication is on: signing in requires a code. */
                has_totp: boolean;
            };
            /** @description Tenant of the administrator. */
            tenant: {
                /** @description Id of the tenant, assigned by the service. */
                tenant_id: number;
                /** @description Name of the tenant. */
                name: string;
                /** @description Time zone of the tenant, such as `Asia/Tokyo`. */
                timezone: string;
                /** @description Country of phone numbers without `+`, as an ISO 3166 code such as `JP`. Null: numbers must start with `+`. */
                default_country: string | null;
                /** @description Default language of conversations, such as `ja`. Null: the default of the server. */
                language: string | null;
                /**
                 * @description `tenant`: administrators of the tenant can change trunks, numbers and caller IDs. `operator`: only the operator of the server can.
                 * @enum {string}
                 */
                telephony_by: "tenant" | "operator";
            };
            /** @description Number of unused recovery codes of the administrator. 0 without two-factor authentication. */
            recovery_codes_left: number;
            /**
             * @description How this server handles live calls. `real`: they ring telephones. `simulated`: they are simulated and ring no telephone. `unavailable`: they are refused, because no telephone system is set up.
             * @enum {string}
             */
            live_calls: "real" | "simulated" | "unavailable";
            /**
             * Format: date-time
             * @description Time at which the session ends if there is no further request.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
            /** @description Ten codes for signing in without the authenticator app, each of which works once. They replace all earlier ones and are returned only here. */
            recovery_codes: string[];
        };
        /** @description Level of the voice above the background noise, for each party. */
        SignalToNoise: {
            /** @description Signal-to-noise ratio of the staff member, in decibels. Null if it could not be measured. */
            staff: number | null;
            /** @description Signal-to-noise ratio of the customer, in decibels. Null if it could not be measured. */
            customer: number | null;
        };
        Silence: {
            /** @description Total duration of silence, in seconds. */
            seconds: number;
            /** @description Total duration as a share of the recording, from 0 to 1. */
            ratio: number;
            /** @description Number of occurrences. */
            count: number;
            /** @description Duration of the longest occurrence, in seconds. */
            longest_seconds: number;
            /** @description Minimum duration, in seconds: shorter occurrences are not counted. Always 3. */
            min_seconds: number;
        };
        /** @description Server that the phone registers with. Null if the operator has not set `SIP_REGISTRAR`. */
        SipRegistrar: {
            /** @description Host name or IP address; an IPv6 address is in brackets. */
            host: string;
            /** @description Port for each of the transports. */
            port: number;
            /** @description Transports that the registrar accepts, the preferred one first. */
            transports: ("udp" | "tcp" | "tls")[];
        } | null;
        /** @description Measurements of one party. */
        SpeakerAnalysis: {
            /** @description Talk time of this party, in seconds. */
            talk_seconds: number;
            /** @description Talk time of the other party, in seconds. */
            listen_seconds: number;
            /** @description Longest time for which this party spoke without a turn of the other one, in seconds. */
            longest_monologue_seconds: number;
            /** @description Number of times that this party started to speak while the other one was speaking. */
            interruptions: number;
            /** @description Median pause before this party responds to the other one, in seconds. Null if this party never responds. */
            response_delay_seconds: number | null;
            /** @description Speaking rate of this party. Null if there is no transcript, or less than 2 seconds of speech. */
            speech_rate: {
                /** @description Average rate, in `unit`. */
                value: number;
                /** @description `words_per_minute`, or `characters_per_minute` for languages without spaces, such as Japanese. */
                unit: string;
            } | null;
            /** @description Pitch of the voice of this party. Null if it could not be measured. */
            pitch: {
                /** @description Median pitch of the voice, in hertz. */
                median_hz: number;
                /** @description Variation of the pitch: standard deviation in semitones. */
                stdev_semitones: number;
            } | null;
            /** @description Average loudness of this party, in dBFS: 0 is the maximum, lower is quieter. Null if this party did not speak. */
            loudness_dbfs: number | null;
        };
        Speakers: {
            staff: components["schemas"]["SpeakerAnalysis"];
            customer: components["schemas"]["SpeakerAnalysis"];
        };
        /** @description A staff member. */
        Staff: {
            /** @description Id of the staff member, assigned by the service. */
            staff_id: number;
            /** @description Name of the staff member. */
            name: string;
            /** @description Phone of the staff member: a SIP address or a phone number, which is masked in lists. Null: no phone. */
            phone: string | null;
            /** @description SIP username with which the phone registers. */
            username: string | null;
            /**
             * @description State of the phone with the SIP account, in the telephone system. `registered`: the phone can be called. `not registered`: the phone is not connected. `not provisioned`: the telephone system does not have the account yet. `unknown`: no information, for example right after a change. Null if there is no SIP account.
             * @enum {string|null}
             */
            state: "not provisioned" | "unreachable" | "rejected" | "not registered" | "unknown" | "reachable" | "registered" | null;
            /** @description Whether the staff member can make and take calls. Set it to false when a person leaves. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the removal. Null unless the staff member was removed.
             * @example 2026-11-15T09:30:00.000Z
             */
            removed_at: string | null;
        };
        /** @description SIP account of a staff member, with its password. */
        StaffAccount: {
            /** @description Id of the staff member, assigned by the service. */
            staff_id: number;
            /** @description SIP username with which the phone registers. */
            username: string;
            /** @description SIP password, to enter in the phone. It is returned only here. */
            password: string;
            /** @description SIP realm (authentication domain), for phones that ask for it. */
            realm: string;
            /** @description Phone of the staff member after this change. */
            phone: string | null;
            registrar: components["schemas"]["SipRegistrar"];
            /** @description Link that sets up the app Linphone, as a QR code or as its remote provisioning URL. It works once. Null without a registrar. */
            softphone_link: string | null;
            /**
             * Format: date-time
             * @description Time until which the link works. Null without a link.
             * @example 2026-11-15T09:30:00.000Z
             */
            softphone_link_expires_at: string | null;
        };
        /** @description Active staff members and their availability. */
        StaffAvailability: {
            /** @description Number of staff members who can take a call. */
            available: number;
            /** @description Number of staff members on a call of the mode of the request. */
            busy: number;
            /** @description Number of staff members without a phone, or whose phone is not registered. */
            unreachable: number;
            /** @description Staff members, at most 50: busy ones first, unreachable ones last. */
            members: components["schemas"]["AvailableStaff"][];
        };
        StaffChange: {
            /** @description Name of the staff member. */
            name?: string;
            /**
             * @description Phone of the staff member: a SIP address, a phone number, or `account` for the phone that registers with the SIP account of the staff member. Null: no phone, so the staff member cannot make or take calls.
             * @example sip:alice@pbx.example
             */
            phone?: string | null;
            /** @description Whether the staff member can make and take calls. Set it to false when a person leaves. */
            is_active?: boolean;
            /** @description Set by the service. Ignored in requests. */
            readonly staff_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly username?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly state?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly removed_at?: unknown;
        };
        /** @description Effects of removing a staff member. */
        StaffRemoval: {
            /** @description Id of the staff member. */
            staff_id: number;
            /** @description Name of the staff member. */
            name: string;
            /** @description SIP account that is removed too. Its phone can no longer register. Null: none. */
            username: string | null;
            /** @description Calls of the staff member in progress, test and live. They continue. */
            open_calls: number;
            /** @description Active projects that name the staff member, who is taken out of them. */
            projects: {
                /** @description Id of the project. */
                project_id: number;
                /** @description Name of the project. */
                name: string;
                /**
                 * @description Staff whose phones ring for inbound calls afterwards. `others`: the other staff of the project. `all`: all staff, because the project has no other staff. `nobody`: none, because the other staff of the project are inactive.
                 * @enum {string}
                 */
                rings_then: "others" | "all" | "nobody";
            }[];
            /** @description Whether no other staff member is active, so that no calls can be made. */
            is_last: boolean;
        };
        /** @description A call that was accepted. */
        StartedCall: {
            /**
             * @description Id of the call, assigned by the service.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description Always `initiating`: the call is accepted, and dialing starts now.
             * @enum {string}
             */
            status: "initiating";
            /** @description Staff member who makes the call. */
            staff_id: number;
            /**
             * Format: date-time
             * @description Time at which the call was accepted.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
        };
        /** @description Figures of one day, week or month, cut to the days between `from` and `to`. */
        SummaryPeriod: {
            /**
             * Format: date
             * @description First day of the row. Never before `from`.
             * @example 2026-11-15
             */
            period_start: string;
            /**
             * Format: date
             * @description Last day of the row (inclusive). Never after `to`.
             * @example 2026-11-15
             */
            period_end: string;
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Number of calls with the status `no_answer`. */
            no_answer_calls: number;
            /** @description Number of inbound calls that were not answered (status `missed_call`). */
            missed_calls: number;
            /** @description Number of all other calls: `initiating`, `ringing`, `busy`, `rejected`, `canceled`, `failed` and `voicemail`. */
            other_calls: number;
            /** @description Total talk time of the ended calls: the sum of their `duration_seconds`. */
            total_duration_seconds: number;
            /** @description Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none. */
            average_duration_seconds: number | null;
            /** @description Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended. */
            success_rate: number | null;
        };
        /** @description Figures of a period, in total and by day, week or month. */
        SummaryReport: {
            period: components["schemas"]["ReportPeriod"];
            totals: components["schemas"]["CallFigures"];
            /** @description One row per day, week or month, in order of time. Rows without calls are included. */
            periods: components["schemas"]["SummaryPeriod"][];
        };
        /** @description Settings of the tenant. */
        Tenant: {
            /** @description Id of the tenant, assigned by the service. */
            tenant_id: number;
            /** @description Name of the tenant. */
            name: string;
            /** @description Country of phone numbers without `+`, as an ISO 3166 code such as `JP`. Null: numbers must start with `+`. */
            default_country: string | null;
            /** @description Time zone of the tenant, as an IANA name such as `Asia/Tokyo`. */
            timezone: string;
            /** @description Language of calls, such as `ja`; `auto` detects it. Null: the main language of the country. */
            language: string | null;
            /** @description Whether recordings are transcribed, summarized and analyzed. */
            analyses_calls: boolean;
            /** @description Days after which recordings are deleted, if the tenant has chosen. Null: `most_recording_days` applies. */
            recording_days: number | null;
            /** @description Days after which recordings are deleted at the latest, set by the operator. Null: recordings are kept. */
            most_recording_days: number | null;
            /** @description Limits of live calls. Only the operator can change them. */
            limits: {
                /** @description Countries that live calls may go to. Null: all. */
                allowed_countries: string[] | null;
                /** @description Live calls at the same time. Null: no limit. */
                most_live_calls: number | null;
                /** @description Live calls per day in the time zone of the tenant. Null: no limit. */
                most_daily_live_calls: number | null;
            };
            /** @description Licenses of the tenant. */
            licenses: string[];
            /** @description Settings that administrators can change. The operator decides which. */
            changeable: ("name" | "country" | "timezone" | "language" | "recording_days" | "analysis")[];
        };
        TenantChange: {
            /** @description Name of the tenant. */
            name?: string;
            /** @description Country of phone numbers without `+`, as an ISO 3166 code such as `JP`. Null: numbers must start with `+`. */
            default_country?: string | null;
            /** @description Time zone of the tenant, as an IANA name such as `Asia/Tokyo`. */
            timezone?: string;
            /** @description Language of calls, such as `ja`; `auto` detects it. Null: the main language of the country. */
            language?: string | null;
            /** @description Days after which recordings are deleted, at most `most_recording_days`. Null: as the operator has set. */
            recording_days?: number | null;
            /** @description Whether recordings are transcribed, summarized and analyzed. */
            analyses_calls?: boolean;
            /** @description Set by the service. Ignored in requests. */
            readonly tenant_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly most_recording_days?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly limits?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly licenses?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly changeable?: unknown;
        };
        /** @description Result of a test event. */
        TestDelivery: {
            /**
             * @description Id of the delivery, as in the list of deliveries.
             * @example dlv_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            delivery_id: string;
            /**
             * @description The `id` of the sample event.
             * @example evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M
             */
            event_id: string;
            /** @description True if the endpoint responded with a 2xx status within 15 seconds. */
            success: boolean;
            /** @description HTTP status of the response of the endpoint. Null if there was no response. */
            response_status: number | null;
            /** @description Duration of the request, in milliseconds. */
            duration_ms: number;
            /** @description Why the test failed, for people. Null if it succeeded. */
            error: string | null;
        };
        TotpCode: {
            /** @description Six-digit code from the authenticator app. */
            code: string;
        };
        /** @description One utterance of one party. */
        TranscriptSegment: {
            /** @description Position in the conversation, starting at 0. */
            index: number;
            /**
             * @description The speaking party.
             * @enum {string}
             */
            speaker: "staff" | "customer";
            /** @description Start, in seconds from the start of the recording. */
            start_seconds: number;
            /** @description End, in seconds from the start of the recording. */
            end_seconds: number;
            /** @description The spoken words. */
            text: string;
            /** @description How sure the engine is of the text, from 0 to 1. Below 0.5 the text is often wrong. Null if the engine does not say. */
            confidence: number | null;
            /** @description Language of the utterance, such as `ja`. Null if it is not known. */
            language: string | null;
        };
        /** @description Transcript of a call. */
        Transcription: {
            /**
             * @description `pending`: in progress or queued. `ready`: finished. `failed`: an error occurred; you can request it again with `POST /calls/{callId}/analyze`. `unavailable`: not possible for this call; see `reason`.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why there is no result; null if the status is `pending` or `ready`. For example `no_recording`, `recording_deleted`, `switched_off` (analysis is turned off for the project or tenant), `mono_recording` (the parties cannot be separated), `no_engine_for_language`, `language_uncertain` (no language could be detected with enough certainty), `no_speech`, `no_transcription` or `engine_unreachable`. New values may be added. */
            reason: string | null;
            /** @description Name and version of the engine that produced the result. Null if there is no result. */
            engine: string | null;
            /**
             * Format: date-time
             * @description Time at which the analysis finished. Null while it is pending.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
            /** @description Spoken language, such as `ja` or `en`; that of the party who spoke for longer if the two differ. Null if it is not known. */
            language: string | null;
            /** @description Probability of the detected language, from 0.9 to 1. Null if the language was not detected but configured, or if it is not known. */
            language_confidence: number | null;
            /** @description The whole transcript, one line per utterance. Null if there is no transcript. */
            text: string | null;
            /** @description The transcript as utterances with speaker and time, in order of time. */
            segments: components["schemas"]["TranscriptSegment"][];
        };
        /** @description A trunk that does not work. */
        TroubledTrunk: {
            /** @description Id of the trunk. */
            trunk_id: number;
            /** @description Name of the trunk. */
            name: string;
            /**
             * @description `rejected`: the carrier refuses the registration.
             * @enum {string}
             */
            state: "unreachable" | "rejected";
        };
        /** @description A webhook that does not deliver. */
        TroubledWebhook: {
            /** @description Id of the webhook. */
            webhook_id: number;
            /** @description Name of the webhook. */
            label: string;
            /** @description Why the service disabled the webhook, as in `GET /webhooks`. Null: it is enabled, and its last deliveries failed. */
            disabled_reason: string | null;
        };
        /** @description A SIP connection to a carrier. */
        Trunk: {
            /** @description Id of the trunk, assigned by the service. */
            trunk_id: number;
            /** @description Name of the trunk, unique within the tenant. It cannot be changed. */
            name: string;
            /** @description SIP server of the carrier: a host name or an IP address, without a port. */
            host: string;
            /** @description Port of the SIP server. Default: 5060, or 5061 with `tls`. */
            port: number;
            /**
             * @description Transport protocol of SIP. Default: `udp`.
             * @enum {string}
             */
            transport: "udp" | "tcp" | "tls";
            /** @description Username for registration at the carrier. Null if the carrier identifies you by your IP address. */
            username: string | null;
            /** @description Audio codecs in order of preference. Default: `ulaw`, `alaw`. */
            codecs: ("ulaw" | "alaw" | "g722" | "opus")[];
            /** @description User part of the SIP From header, if the carrier requires a fixed one. Null: the caller ID of the project. */
            from_user: string | null;
            /** @description Host part of the SIP From header, if the carrier requires a different one. Null: `host`. */
            from_domain: string | null;
            /**
             * @description State of the trunk in the telephone system. A working trunk is `registered` if it has a username, and `reachable` if it has none. `rejected`: the carrier refuses the registration. `not provisioned`: the telephone system does not have the trunk yet. `unknown`: no information, for example right after a change.
             * @enum {string}
             */
            state: "not provisioned" | "unreachable" | "rejected" | "not registered" | "unknown" | "reachable" | "registered";
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        TrunkChange: {
            /** @description Name of the trunk, unique within the tenant. It cannot be changed. */
            name?: string;
            /** @description SIP server of the carrier: a host name or an IP address, without a port. */
            host?: string;
            /** @description Port of the SIP server. Default: 5060, or 5061 with `tls`. */
            port?: number;
            /**
             * @description Transport protocol of SIP. Default: `udp`.
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /** @description Username for registration at the carrier. Null if the carrier identifies you by your IP address. */
            username?: string | null;
            /** @description Audio codecs in order of preference. Default: `ulaw`, `alaw`. */
            codecs?: ("ulaw" | "alaw" | "g722" | "opus")[];
            /** @description User part of the SIP From header, if the carrier requires a fixed one. Null: the caller ID of the project. */
            from_user?: string | null;
            /** @description Host part of the SIP From header, if the carrier requires a different one. Null: `host`. */
            from_domain?: string | null;
            /** @description Password for `username`. It is stored encrypted and never returned. */
            password?: string;
            /** @description Set by the service. Ignored in requests. */
            readonly trunk_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly state?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
        };
        /** @description Effects of removing a trunk. */
        TrunkRemoval: {
            /** @description Id of the trunk. */
            trunk_id: number;
            /** @description Name of the trunk. */
            name: string;
            /** @description Projects that call over the trunk. With any, the trunk cannot be removed. */
            projects: {
                /** @description Id of the project. */
                project_id: number;
                /** @description Name of the project. */
                name: string;
                /** @description False if the project was removed. */
                is_active: boolean;
            }[];
        };
        /** @description The call for a key without the scope `calls:read`: its phone number is masked, and the transcript, the summary and the link to the recording are left out. */
        UnreadableCall: {
            /**
             * @description Id of the call, assigned by the service: `call_` and 26 characters. Ids sort by time of initiation.
             * @example call_01KA3HDNJ47K45VGPGDPSZXXF4
             */
            call_id: string;
            /**
             * @description `outbound`: the staff member calls the customer. `inbound`: the customer calls one of your numbers.
             * @enum {string}
             */
            call_type: "outbound" | "inbound";
            /**
             * @description Current state or final result. `initiating`: accepted, and the called party does not ring yet. `ringing`: the phone of the called party rings. `connected`: answered. Final results without a conversation: `no_answer`, `busy`, `rejected` (the called party declined), `canceled` (hung up before the answer), `failed` (see `end_reason`), `missed_call` (inbound, not answered), `voicemail` (a voicemail box answered, or the caller left a message). A call that was answered stays `connected` after it ends: a call is over when `ended_at` is set.
             * @enum {string}
             */
            status: "initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail";
            /** @description Staff member of the call. Null for an inbound call that rang several staff members or none, until one of them answers. */
            staff_id: number | null;
            /** @description Project of the call. */
            project_id: number;
            /**
             * Format: date-time
             * @description Time of the answer for a connected call, otherwise the start of dialing. Null until dialing starts.
             * @example 2026-11-15T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the call ended. Null while it is in progress.
             * @example 2026-11-15T09:30:00.000Z
             */
            ended_at: string | null;
            /** @description Talk time from answer to end, in whole seconds. 0 if the call was never answered, null while it is in progress. */
            duration_seconds: number | null;
            /** @description Your own id for the call, from `POST /calls/initiate`. Null if none was sent. */
            external_id: string | null;
            /** @description Customer with this phone number, looked up when the call started. Null if no customer matched. */
            customer_id: number | null;
            /**
             * Format: date-time
             * @description Time at which the call was accepted. It never changes; lists and reports sort and filter by it.
             * @example 2026-11-15T09:30:00.000Z
             */
            initiated_at: string;
            /**
             * Format: date-time
             * @description Time at which the called party answered: the customer of an outbound call, the staff member of an inbound one. Null if the call was not answered, or only by voicemail.
             * @example 2026-11-15T09:30:00.000Z
             */
            answered_at: string | null;
            /** @description How long the phone of the called party rang, in whole seconds. Null if it did not ring, or is still ringing. */
            ring_seconds: number | null;
            /** @description Exact reason for the end, null while the call is in progress: `completed` (a party hung up after the conversation), `hung_up_by_api`, `too_long`, `media_lost`; `no_answer`, `busy`, `rejected`, `canceled_by_staff`, `canceled_by_api`, `caller_gave_up`, `voicemail`; `staff_no_answer`, `staff_busy`, `staff_rejected`, `staff_unreachable` (no staff member answered; in an outbound call the customer was never called); `invalid_number`, `unreachable`, `trunk_error`, `trunk_down`, `engine_error`, `system_recovered`. New values may be added. */
            end_reason: string | null;
            /**
             * @description The party that ended the call: `staff`, `customer`, or `system` (Trunkline or the telephone network). Null while the call is in progress.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description Last SIP response code of the telephone network, such as 486 for busy. Null if there was none. */
            sip_code: number | null;
            /** @description Q.850 cause code of the telephone network, such as 16 for normal clearing. Null if there was none. */
            q850_cause: number | null;
            /** @description State of the staff leg: `dialling`, `ringing`, `answered` or `ended`. Null if this leg was never dialed. */
            staff_leg_status: string | null;
            /** @description State of the customer leg, with the same values as `staff_leg_status`. */
            customer_leg_status: string | null;
            /** @description Whether the call is on hold now. */
            is_on_hold: boolean;
            /** @description Total time on hold in whole seconds, including a hold that is in progress. */
            hold_seconds: number;
            /** @description All holds of the call, in order of time. */
            holds: {
                /** @description Start of the hold, in seconds after the answer. */
                start_seconds: number;
                /** @description End of the hold, in seconds after the answer. Null while the hold is in progress. */
                end_seconds: number | null;
            }[];
            /** @description True for a test call, which is simulated and rings no phone. */
            test: boolean;
            /** @description Your own data, from `POST /calls/initiate` or `PUT /calls/{callId}`. Null if none was sent. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Your own note about the call. Null if none was written. */
            note: string | null;
            /**
             * @description Your own tags, in the order in which they were sent: at most 20, each of 1 to 50 characters without a comma.
             * @example [
             *       "delivery",
             *       "follow-up"
             *     ]
             */
            tags: string[];
            /**
             * @description Your own result of the call, 1 to 50 characters without a comma. Null if none was set.
             * @example callback
             */
            outcome: string | null;
            /**
             * Format: date-time
             * @description Time of the last change: of the call itself, or of its note, tags, outcome or metadata. A request that changes nothing leaves it as it is.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /** @description The recording of the call. Null if there is none, while the call is in progress (unless the recording has been paused), and for a moment after a hang-up through the API. */
            recording: components["schemas"]["Recording"] | null;
            /**
             * @description Phone number of the customer, masked: only the first three and the last four digits are visible. `anonymous` if the caller withholds the number. Null after an administrator has erased the person.
             * @example 819*****5678
             */
            phone_number: string | null;
            /** @description State of this analysis, without its content. Null while the call is in progress, and if it never connected. */
            transcription: components["schemas"]["InsightState"] | null;
            /** @description State of this analysis, without its content. Null while the call is in progress, and if it never connected. */
            summary: components["schemas"]["InsightState"] | null;
            /** @description Measurements of how the parties spoke. Null while the call is in progress, and if it never connected. */
            voice_analysis: components["schemas"]["VoiceAnalysis"] | null;
        };
        /** @description Figures of one staff member. */
        UserFigures: {
            /** @description Staff member. Null in the row of calls that have no staff member, such as missed calls that rang several phones. */
            staff_id: number | null;
            /** @description Name of the staff member. Null in the row without a staff member. */
            staff_name: string | null;
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls with the status `connected`, in progress or ended. */
            connected_calls: number;
            /** @description Number of inbound calls that were not answered (status `missed_call`). */
            missed_calls: number;
            /** @description Total talk time of the ended calls: the sum of their `duration_seconds`. */
            total_duration_seconds: number;
            /** @description Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none. */
            average_duration_seconds: number | null;
            /** @description Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended. */
            success_rate: number | null;
            /** @description Number of outbound calls. */
            outbound_calls: number;
            /** @description Number of inbound calls. */
            inbound_calls: number;
            /** @description Share of the staff member in the talk time of all analyzed calls, from 0 to 1 with four decimals. Null if no call was analyzed. */
            talk_ratio: number | null;
        };
        /** @description Measurements of how the parties of a call spoke, made from the audio. */
        VoiceAnalysis: {
            /**
             * @description `pending`: in progress or queued. `ready`: finished. `failed`: an error occurred; you can request it again with `POST /calls/{callId}/analyze`. `unavailable`: not possible for this call; see `reason`.
             * @enum {string}
             */
            status: "pending" | "ready" | "failed" | "unavailable";
            /** @description Why there is no result; null if the status is `pending` or `ready`. For example `no_recording`, `recording_deleted`, `switched_off` (analysis is turned off for the project or tenant), `mono_recording` (the parties cannot be separated), `no_engine_for_language`, `language_uncertain` (no language could be detected with enough certainty), `no_speech`, `no_transcription` or `engine_unreachable`. New values may be added. */
            reason: string | null;
            /** @description Name and version of the engine that produced the result. Null if there is no result. */
            engine: string | null;
            /**
             * Format: date-time
             * @description Time at which the analysis finished. Null while it is pending.
             * @example 2026-11-15T09:30:00.000Z
             */
            completed_at: string | null;
            /** @description Length of the recording, in seconds. Null if there is no result. */
            duration_seconds: number | null;
            /** @description Share of the staff member in the total talk time, from 0 to 1 with four decimals. Null if there is no speech. */
            talk_ratio: number | null;
            /** @description Pauses in which neither party speaks. Null if there is no result. */
            silence: components["schemas"]["Silence"] | null;
            /** @description Times at which both parties speak at once. Null if there is no result. */
            overlap: components["schemas"]["Overlap"] | null;
            /** @description Number of times that the speaker changes. Null if there is no result. */
            turn_switches: number | null;
            /** @description Number of speaker changes per minute. Null if there is no result. */
            turn_switches_per_minute: number | null;
            /** @description Measurements of each party. Null if there is no result. */
            speakers: components["schemas"]["Speakers"] | null;
            /** @description Sentiment of each party, determined by a language model from the transcript. Null if the server has no language model. */
            sentiment: components["schemas"]["Sentiment"] | null;
            /** @description Technical quality of the recording. Null if there is no result. */
            quality: components["schemas"]["RecordingQuality"] | null;
        };
        /** @description Average voice of a staff member in the calls before a call. */
        VoiceAverage: {
            /** @description Staff member of the call. Null if it has none. */
            staff_id: number | null;
            /** @description Number of earlier calls with a voice analysis. */
            calls: number;
            /** @description Average pitch, in hertz. Null if it is known of fewer than 5 calls. */
            pitch_hz: number | null;
            /** @description Average loudness, in decibels relative to full scale. Null if it is known of fewer than 5 calls. */
            loudness_dbfs: number | null;
        };
        /** @description How long callers waited. */
        WaitFigures: {
            /**
             * @description Limit of `answered_within_limit`, in seconds.
             * @enum {integer}
             */
            limit_seconds: 10 | 15 | 20 | 30 | 45 | 60 | 90 | 120;
            /** @description Number of inbound calls that a staff member answered. */
            answered_calls: number;
            /** @description Number of inbound calls that were answered within `limit_seconds` of their arrival. */
            answered_within_limit: number;
            /** @description Number of inbound calls whose caller hung up before an answer. */
            abandoned_calls: number;
            /** @description Number of inbound calls that ended for another reason without an answer or a message. */
            unanswered_calls: number;
            /** @description Number of inbound calls whose caller left a message. */
            voicemail_calls: number;
            /** @description Share of the calls answered within the limit among all calls whose wait is over, from 0 to 1 with four decimals. Null if there are none. */
            answered_within_rate: number | null;
            /** @description Share of the abandoned calls among all calls whose wait is over, from 0 to 1 with four decimals. Null if there are none. */
            abandoned_rate: number | null;
            /** @description Average time from the arrival of a call to its answer, in seconds with two decimals. Null if no call was answered. */
            average_wait_seconds: number | null;
            /** @description Average time after which callers hung up without an answer, in seconds with two decimals. Null if no call was abandoned. */
            average_abandoned_seconds: number | null;
            /** @description Longest wait of a caller, answered or not, in whole seconds. Callers who left a message are left out. Null if there are no such calls. */
            longest_wait_seconds: number | null;
        };
        /** @description A subscription of one endpoint to events. */
        Webhook: {
            /** @description Id of the webhook, assigned by the service. */
            webhook_id: number;
            /** @description Name of the webhook, for people. */
            label: string;
            /**
             * @description HTTPS endpoint that receives the events as `POST` requests. It must be reachable at a public address; private addresses, credentials in the URL and fragments are not allowed. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url: string;
            /**
             * @description Types of the events to send, at least one.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "call.updated" | "customer.created" | "customer.updated" | "customer.deleted")[];
            /** @description Restricts the events. An event is sent if it passes both filters; a filter that is missing or empty passes everything. */
            filters: {
                /** @description Sends only events of calls and customers in one of these projects. */
                project_ids?: number[];
                /** @description Sends only events of calls with one of these statuses. Does not apply to `customer.*` events. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[];
            };
            /** @description Whether the webhook receives events. While it is false, events are not queued for it. */
            is_enabled: boolean;
            /** @description Why the service disabled the webhook: `endpoint_gone` (the endpoint responded with 410) or `failing_for_120_hours` (no successful delivery for 120 hours). Null if the webhook is enabled, or was disabled by a request. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
        };
        WebhookChange: {
            /**
             * @description HTTPS endpoint that receives the events as `POST` requests. It must be reachable at a public address; private addresses, credentials in the URL and fragments are not allowed. Redirects are not followed.
             * @example https://hooks.example.com/trunkline
             */
            url?: string;
            /**
             * @description Types of the events to send, at least one.
             * @example [
             *       "call.completed",
             *       "call.missed"
             *     ]
             */
            events?: ("call.initiated" | "call.ringing" | "call.connected" | "call.held" | "call.resumed" | "call.completed" | "call.missed" | "call.analyzed" | "call.updated" | "customer.created" | "customer.updated" | "customer.deleted")[];
            /** @description Name of the webhook, for people. Default: the host name of the URL. */
            label?: string | null;
            /** @description Restricts the events. An event is sent if it passes both filters; a filter that is missing or empty passes everything. An update replaces the whole object, and null removes all filters. */
            filters?: {
                /** @description Sends only events of calls and customers in one of these projects. */
                project_ids?: number[] | null;
                /** @description Sends only events of calls with one of these statuses. Does not apply to `customer.*` events. */
                call_status?: ("initiating" | "ringing" | "connected" | "no_answer" | "busy" | "rejected" | "canceled" | "failed" | "missed_call" | "voicemail")[] | null;
            } | null;
            /** @description Whether the webhook receives events. While it is false, events are not queued for it. */
            is_enabled?: boolean;
            /** @description Set by the service. Ignored in requests. */
            readonly webhook_id?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly disabled_reason?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly secret?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly created_at?: unknown;
            /** @description Set by the service. Ignored in requests. */
            readonly updated_at?: unknown;
        };
        /** @description Calls of one day of the week, by hour. */
        WeekdayFigures: {
            /** @description Day of the week: 1 is Monday, 7 is Sunday. */
            weekday: number;
            /** @description How many such days the period has. */
            days: number;
            /** @description Number of all calls, including calls in progress. */
            total_calls: number;
            /** @description Number of calls of each hour, from 0 to 23. */
            hours: number[];
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
