/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The version of the package that the page belongs to. */
declare const __VERSION__: string
