/** Freezes a value and all that it holds; a frozen set refuses its changing methods too. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Set) {
    const refuse = (): never => {
      throw new TypeError('the set is frozen');
    };
    const property: PropertyDescriptor = { value: refuse };
    Object.defineProperties(value, { add: property, delete: property, clear: property });
  }
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
