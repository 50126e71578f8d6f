/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The version of the edokko package. */
declare const __VERSION__: string

declare module 'virtual:sheet' {
  const rules: import('./picture/flatten').Rule[]
  export default rules
}
