// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.bytecode;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The only path through a constructor's code that completes normally.
///
/// At a null check, one branch must throw; the path takes the other. At an assertion, the path
/// takes the longer branch, whose instructions must have no side effects. The path only goes
/// forward, so it ends. Code with exception handlers has no such path, since a caught exception
/// does not end the constructor.
final class ConstructorPath {

  private static final int NONE = -1;

  private final List<Instruction> instructions = new ArrayList<>();

  /// The index of the instruction after each label.
  private final Map<Label, Integer> labels = new HashMap<>();

  private int at;
  private int endOfAssertion;

  ConstructorPath(CodeModel code) {
    for (CodeElement element : code) {
      if (element instanceof Instruction instruction) {
        instructions.add(instruction);
      } else if (element instanceof LabelTarget target) {
        labels.put(target.label(), instructions.size());
      }
    }
    at = code.exceptionHandlers().isEmpty() ? 0 : NONE;
  }

  /// False at the end of the code, and after a branch of any other kind.
  boolean isOpen() {
    return at >= 0 && at < instructions.size();
  }

  Instruction instruction() {
    return instructions.get(at);
  }

  /// Whether the instruction is executed only if assertions are enabled.
  boolean isOptional() {
    return at < endOfAssertion;
  }

  void advance() {
    at++;
  }

  void end() {
    at = NONE;
  }

  void jump(BranchInstruction branch) {
    moveTo(target(branch));
  }

  /// Passes a branch that depends on whether a value is null.
  void checkNull(BranchInstruction branch, boolean isParameter) {
    Opcode opcode = branch.opcode();
    boolean jumpsIfNull = opcode == Opcode.IFNULL || opcode == Opcode.IF_ACMPEQ;
    int ifNull = jumpsIfNull ? target(branch) : at + 1;
    int otherwise = jumpsIfNull ? at + 1 : target(branch);
    moveTo(isParameter && throwsFrom(ifNull) ? otherwise : NONE);
  }

  /// Passes the branch that skips an assertion if assertions are disabled.
  void skipAssertion(BranchInstruction branch, boolean dependsOnThat) {
    if (dependsOnThat && !isOptional()) {
      endOfAssertion = target(branch);
      moveTo(at + 1);
    } else {
      end();
    }
  }

  private int target(BranchInstruction branch) {
    return labels.getOrDefault(branch.target(), NONE);
  }

  private void moveTo(int next) {
    boolean leavesAssertion = isOptional() && next > endOfAssertion;
    at = next > at && !leavesAssertion ? next : NONE;
  }

  /// Whether the code from here on reaches a `throw`, whatever it computes before.
  private boolean throwsFrom(int start) {
    for (int i = start; i >= 0 && i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      if (instruction instanceof ThrowInstruction) {
        return true;
      }
      if (instruction instanceof BranchInstruction
          || instruction instanceof ReturnInstruction
          || instruction instanceof TableSwitchInstruction
          || instruction instanceof LookupSwitchInstruction
          || instruction instanceof DiscontinuedInstruction) {
        return false;
      }
    }
    return false;
  }
}
