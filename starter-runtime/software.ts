/** What the runtime calls itself towards the control plane. */
export const software = 'jobwright-starter/1.0.0'
