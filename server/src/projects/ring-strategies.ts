export const ringStrategies = ['all', 'in_order'] as const;
