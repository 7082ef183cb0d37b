// Made by `npm run api-types` from the OpenAPI document of the public API. Not to be changed by hand.

export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The tenant and the key. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Me"];
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Returns only those whose name contains this text. Ignores case, width and kana differences. */
                    q?: string;
                    /** @description Returns only active ones, or only inactive ones. */
                    is_active?: boolean;
                    /** @description Returns only staff who work for this project. */
                    project_id?: number;
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
        post?: never;
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
        put?: never;
        post?: never;
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
                    /** @description Page number, starting at 1. A page past the end has an empty `data` array. */
                    page?: number;
                    /** @description Maximum number of items per page. */
                    per_page?: number;
                    /** @description Returns only those whose name contains this text. Ignores case, width and kana differences. */
                    q?: string;
                    /** @description Returns only active ones, or only inactive ones. */
                    is_active?: boolean;
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
        post?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
                query?: never;
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
}
export interface webhooks {
    "call.initiated": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.initiated",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "initiating",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:00.050Z",
                     *         "ended_at": null,
                     *         "duration_seconds": null,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": null,
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": null,
                     *         "hangup_by": null,
                     *         "recording": "pending",
                     *         "sequence": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.initiated";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.ringing": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.ringing",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "ringing",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:00.050Z",
                     *         "ended_at": null,
                     *         "duration_seconds": null,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": null,
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": null,
                     *         "hangup_by": null,
                     *         "recording": "pending",
                     *         "sequence": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.ringing";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.connected": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.connected",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "connected",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:09.120Z",
                     *         "ended_at": null,
                     *         "duration_seconds": null,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": "2026-11-15T09:30:09.120Z",
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": null,
                     *         "hangup_by": null,
                     *         "recording": "pending",
                     *         "sequence": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.connected";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.held": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.held",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "connected",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:09.120Z",
                     *         "ended_at": null,
                     *         "duration_seconds": null,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": "2026-11-15T09:30:09.120Z",
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": null,
                     *         "hangup_by": null,
                     *         "recording": "pending",
                     *         "sequence": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.held";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.resumed": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.resumed",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "connected",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:09.120Z",
                     *         "ended_at": null,
                     *         "duration_seconds": null,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": "2026-11-15T09:30:09.120Z",
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": null,
                     *         "hangup_by": null,
                     *         "recording": "pending",
                     *         "sequence": 5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.resumed";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.completed": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.completed",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "connected",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:09.120Z",
                     *         "ended_at": "2026-11-15T09:32:41.500Z",
                     *         "duration_seconds": 152,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": "2026-11-15T09:30:09.120Z",
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": "completed",
                     *         "hangup_by": "customer",
                     *         "recording": "ready",
                     *         "sequence": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.completed";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.missed": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.missed",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "no_answer",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:00.050Z",
                     *         "ended_at": "2026-11-15T09:32:41.500Z",
                     *         "duration_seconds": 0,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": null,
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": "no_answer",
                     *         "hangup_by": "system",
                     *         "recording": "none",
                     *         "sequence": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.missed";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.analyzed": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.analyzed",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "connected",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:09.120Z",
                     *         "ended_at": "2026-11-15T09:32:41.500Z",
                     *         "duration_seconds": 152,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": "2026-11-15T09:30:09.120Z",
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": "completed",
                     *         "hangup_by": "customer",
                     *         "recording": "ready",
                     *         "sequence": 5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.analyzed";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CallEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.updated": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "call.updated",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "call_id": "call_01KA3HDNJ47K45VGPGDPSZXXF4",
                     *         "call_type": "outbound",
                     *         "status": "connected",
                     *         "phone_number": "819*****5678",
                     *         "staff_id": 7,
                     *         "project_id": 1,
                     *         "started_at": "2026-11-15T09:30:09.120Z",
                     *         "ended_at": "2026-11-15T09:32:41.500Z",
                     *         "duration_seconds": 152,
                     *         "external_id": "crm-1001",
                     *         "initiated_at": "2026-11-15T09:30:00.000Z",
                     *         "answered_at": "2026-11-15T09:30:09.120Z",
                     *         "customer_id": 42,
                     *         "customer_external_id": "crm-c-42",
                     *         "metadata": {
                     *           "deal": "D-7"
                     *         },
                     *         "end_reason": "completed",
                     *         "hangup_by": "customer",
                     *         "recording": "ready",
                     *         "sequence": 6,
                     *         "tags": [
                     *           "delivery",
                     *           "follow-up"
                     *         ],
                     *         "outcome": "callback"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "call.updated";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["UpdatedCallData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.created": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "customer.created",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "customer_id": 42,
                     *         "project_id": 1,
                     *         "external_id": "crm-1001",
                     *         "name": "山田 太郎",
                     *         "name_kana": "ヤマダ タロウ",
                     *         "tel1": "819*****5678",
                     *         "tel2": "813****5678",
                     *         "tel3": null,
                     *         "email": "taro@example.com",
                     *         "company_name": "株式会社サンプル",
                     *         "address": "〒100-0001 東京都千代田区千代田1-1",
                     *         "notes": "平日の午前中に電話を希望",
                     *         "custom_fields": {
                     *           "rank": "gold",
                     *           "renewal_month": 4
                     *         },
                     *         "created_at": "2026-11-15T09:30:00.000Z",
                     *         "updated_at": "2026-11-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "customer.created";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CustomerEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.updated": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "customer.updated",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "customer_id": 42,
                     *         "project_id": 1,
                     *         "external_id": "crm-1001",
                     *         "name": "山田 太郎",
                     *         "name_kana": "ヤマダ タロウ",
                     *         "tel1": "819*****4321",
                     *         "tel2": "813****5678",
                     *         "tel3": null,
                     *         "email": null,
                     *         "company_name": "株式会社サンプル",
                     *         "address": "〒100-0001 東京都千代田区千代田1-1",
                     *         "notes": "平日の午前中に電話を希望",
                     *         "custom_fields": {
                     *           "rank": "gold",
                     *           "renewal_month": 4
                     *         },
                     *         "created_at": "2026-11-15T09:30:00.000Z",
                     *         "updated_at": "2026-11-16T01:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "customer.updated";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["CustomerEventData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.deleted": {
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
                    /**
                     * @example {
                     *       "id": "evt_01KA3F4FREFHASTV1D3XY1YJRT",
                     *       "type": "customer.deleted",
                     *       "timestamp": "2026-11-15T09:30:00.000Z",
                     *       "test": true,
                     *       "data": {
                     *         "customer_id": 42,
                     *         "project_id": 1,
                     *         "external_id": "crm-1001"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt. */
                        id: string;
                        /**
                         * @description Type of the event.
                         * @constant
                         */
                        type: "customer.deleted";
                        /**
                         * Format: date-time
                         * @description Time at which the event was recorded.
                         * @example 2026-11-15T09:30:00.000Z
                         */
                        timestamp: string;
                        /** @description True if the event belongs to a test call, or if a test key caused it. */
                        test: boolean;
                        data: components["schemas"]["DeletedCustomerData"];
                    };
                };
            };
            responses: {
                /** @description The endpoint has received the event. It must respond within 15 seconds; process the event afterwards. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
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
        /** @description The call at the time of the event, with its phone number masked and without transcript. */
        CallEventData: {
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
            /** @description Customer with this phone number, looked up when the call started. Null if no customer matched. */
            customer_id: number | null;
            /** @description Your own data, from `POST /calls/initiate` or `PUT /calls/{callId}`. Null if none was sent. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Exact reason for the end, null while the call is in progress: `completed` (a party hung up after the conversation), `hung_up_by_api`, `too_long`, `media_lost`; `no_answer`, `busy`, `rejected`, `canceled_by_staff`, `canceled_by_api`, `caller_gave_up`, `voicemail`; `staff_no_answer`, `staff_busy`, `staff_rejected`, `staff_unreachable` (no staff member answered; in an outbound call the customer was never called); `invalid_number`, `unreachable`, `trunk_error`, `trunk_down`, `engine_error`, `system_recovered`. New values may be added. */
            end_reason: string | null;
            /**
             * @description The party that ended the call: `staff`, `customer`, or `system` (Trunkline or the telephone network). Null while the call is in progress.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description The `external_id` of the customer. Null if the call has no customer, or the customer no `external_id`. */
            customer_external_id: string | null;
            /**
             * @description Recording of the call. `ready`: it can be played. `pending`: the call is being recorded, or its recording is not stored yet. `none`: there is no recording.
             * @enum {string}
             */
            recording: "ready" | "none" | "pending";
            /** @description Number of the event within its call. Events can arrive out of order: ignore an event whose `sequence` is lower than one that you have already processed. */
            sequence: number;
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
        /** @description The customer at the time of the event, with phone numbers masked. */
        CustomerEventData: {
            /** @description Id of the customer, assigned by the service. */
            customer_id: number;
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id: number;
            /** @description Name of the person or company. */
            name: string;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id: string | null;
            /** @description Phone number, masked. Null if unset. */
            tel1: string | null;
            /** @description Phone number, masked. Null if unset. */
            tel2: string | null;
            /** @description Phone number, masked. Null if unset. */
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
            /** @description Names of fields that are null here only because the event would be too large: `custom_fields`, `notes`. Read the customer for their values. */
            omitted?: string[];
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
        /** @description The ids of a customer that was deleted. */
        DeletedCustomerData: {
            /** @description Id of the customer, assigned by the service. */
            customer_id: number;
            /** @description Project of the customer. Set at creation; it cannot be changed. */
            project_id: number;
            /** @description Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset. */
            external_id: string | null;
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
        /** @description Body of every error response. */
        Error: {
            error: {
                /**
                 * @description Machine-readable code of the error. Branch on this field: codes never change.
                 * @enum {string}
                 */
                code: "malformed_json" | "malformed_request" | "request_timeout" | "headers_too_large" | "missing_api_key" | "invalid_api_key" | "ip_not_allowed" | "insufficient_scope" | "license_required" | "not_found" | "method_not_allowed" | "duplicate_external_id" | "staff_busy" | "not_connected" | "call_in_progress" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_failed" | "idempotency_key_reused" | "rate_limited" | "internal_error" | "unavailable";
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
        /** @description The tenant and the key of a request. */
        Me: {
            tenant: components["schemas"]["OwnTenant"];
            key: components["schemas"]["OwnKey"];
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
        OwnKey: {
            /** @description Id of the key. */
            key_id: number;
            /** @description Name of the key. */
            name: string;
            /**
             * @description `test`: calls are simulated. `live`: calls ring real phones.
             * @enum {string}
             */
            kind: "test" | "live";
            /** @description Scopes of the key. */
            scopes: ("customers:read" | "customers:write" | "calls:initiate" | "calls:read" | "reports:read" | "webhooks:manage")[];
            /**
             * Format: date-time
             * @description Time at which the key expires. Null if it does not expire.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            /** @description IP addresses and CIDR ranges that can use the key. Empty: any address. */
            ip_allowlist: string[];
        };
        OwnTenant: {
            /** @description Id of the tenant. */
            tenant_id: number;
            /** @description Name of the tenant. */
            name: string;
            /** @description Time zone of the tenant, in which reports have their days. */
            timezone: string;
            /** @description Country of phone numbers in national format. Null: only international numbers are accepted. */
            default_country: string | null;
            /**
             * @description Language of the calls, such as `ja`; `auto`: it is detected in each call.
             * @example ja
             */
            language: string;
            /** @description Licenses of the tenant. */
            licenses: "open_api_advanced"[];
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
        /** @description A project, as programs see it. */
        Project: {
            /** @description Id of the project. */
            project_id: number;
            /** @description Name of the project. */
            name: string;
            /** @description Whether the project can have new calls and customers. */
            is_active: boolean;
            /**
             * @description Language of the calls of this project, such as `ja`; `auto`: it is detected in each call.
             * @example ja
             */
            language: string;
            /** @description Phone numbers of the project, in E.164 format. */
            numbers: string[];
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
        /** @description A staff member, as programs see them. */
        Staff: {
            /** @description Id of the staff member. */
            staff_id: number;
            /** @description Name of the staff member. */
            name: string;
            /** @description Whether the staff member can make and take calls. */
            is_active: boolean;
            /** @description Projects that name this staff member. Empty: every project. */
            project_ids: number[];
            /**
             * @description `busy`: on a call of the mode of the key. `unreachable`: has no phone, or the phone is not registered. `available`: otherwise. It is at most a second old.
             * @enum {string}
             */
            availability: "available" | "busy" | "unreachable";
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
        /** @description The call at the time of the event, with its tags and outcome, and without its note. */
        UpdatedCallData: {
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
            /** @description Customer with this phone number, looked up when the call started. Null if no customer matched. */
            customer_id: number | null;
            /** @description Your own data, from `POST /calls/initiate` or `PUT /calls/{callId}`. Null if none was sent. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Exact reason for the end, null while the call is in progress: `completed` (a party hung up after the conversation), `hung_up_by_api`, `too_long`, `media_lost`; `no_answer`, `busy`, `rejected`, `canceled_by_staff`, `canceled_by_api`, `caller_gave_up`, `voicemail`; `staff_no_answer`, `staff_busy`, `staff_rejected`, `staff_unreachable` (no staff member answered; in an outbound call the customer was never called); `invalid_number`, `unreachable`, `trunk_error`, `trunk_down`, `engine_error`, `system_recovered`. New values may be added. */
            end_reason: string | null;
            /**
             * @description The party that ended the call: `staff`, `customer`, or `system` (Trunkline or the telephone network). Null while the call is in progress.
             * @enum {string|null}
             */
            hangup_by: "staff" | "customer" | "system" | null;
            /** @description The `external_id` of the customer. Null if the call has no customer, or the customer no `external_id`. */
            customer_external_id: string | null;
            /**
             * @description Recording of the call. `ready`: it can be played. `pending`: the call is being recorded, or its recording is not stored yet. `none`: there is no recording.
             * @enum {string}
             */
            recording: "ready" | "none" | "pending";
            /** @description Number of the event within its call. Events can arrive out of order: ignore an event whose `sequence` is lower than one that you have already processed. */
            sequence: number;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
