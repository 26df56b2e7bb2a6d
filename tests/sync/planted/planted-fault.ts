/** The form of a planted fault: texts of the source, and what replaces them. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
export interface PlantedFault {
  readonly name: string;
  /** `simulated`: a fault of the device, which only histories with the real worker can find. `leaving`: by those in which many leave. `pushes`: by those with calls */
  readonly foundBy: 'histories' | 'simulated' | 'leaving' | 'pushes';
  readonly edits: readonly Edit[];
}
